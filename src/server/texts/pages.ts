import { languageOf } from './language.ts';

/** The two HTML pages outside the client, in Hebrew and English. */

type PageText = { readonly title: string; readonly text: string; readonly link: string };
type PageTexts = Readonly<Record<'he' | 'en', PageText>>;

const htmlPage = (texts: PageTexts) => (acceptLanguage: string | undefined) => {
  const language = languageOf(acceptLanguage);
  const { title, text, link } = texts[language];
  return `<!doctype html>
<html lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 1.25rem/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 100dvh; margin: 0; padding: 1rem; text-align: center }
h1 { font-size: 2rem; margin: 0 }
p { margin: 0.5rem 0 1rem }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${link}
</main>
</body>
</html>
`;
};

export const notFoundPage = htmlPage({
  he: {
    title: 'אין פה כלום',
    text: 'הדף הזה לא קיים, או שהקישור נקטע בדרך.',
    link: '<a href="/">לדף הבית של חבר׳ה</a>',
  },
  en: {
    title: 'Nothing here',
    text: 'This page does not exist, or its link was cut short on the way.',
    link: '<a href="/">To the home of Hevre</a>',
  },
});

export const notBuiltPage = htmlPage({
  he: {
    title: 'עוד רגע',
    text: 'האפליקציה עוד לא נבנתה. מריצים <code dir="ltr">npm run build</code> ומפעילים את השרת מחדש.',
    link: '',
  },
  en: {
    title: 'One moment',
    text: 'The app is not built yet. Run <code>npm run build</code> and start the server again.',
    link: '',
  },
});
