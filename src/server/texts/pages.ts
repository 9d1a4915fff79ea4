/** The two HTML pages that are no part of the client. */

const htmlPage = (title: string, text: string, link: string) => `<!doctype html>
<html lang="he" dir="rtl">
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

export const notFoundPage = htmlPage(
  'אין פה כלום',
  'הדף הזה לא קיים, או שהקישור נקטע בדרך.',
  '<a href="/">לדף הבית של חבר׳ה</a>',
);

export const notBuiltPage = htmlPage(
  'עוד רגע',
  'האפליקציה עוד לא נבנתה. מריצים <code dir="ltr">npm run build</code> ומפעילים את השרת מחדש.',
  '',
);
