/** Prints the page. Most devices return when their dialog closes. */
export const printPage = (): void => window.print();
