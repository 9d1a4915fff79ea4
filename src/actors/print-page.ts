/** Prints the page as it stands. Most devices return once their dialog is closed. */
export const printPage = (): void => window.print();
