const sentences = {
  he: (pin: string) => `קוד הכניסה לחבר׳ה: ${pin}`,
  en: (pin: string) => `Your code for Hevre: ${pin}`,
};

/** The SMS with a PIN; phones read the PIN from the last line. */
export const pinMessage = (language: keyof typeof sentences, pin: string, siteUrl: string): string =>
  `${sentences[language](pin)}\n\n@${new URL(siteUrl).hostname} #${pin}`;
