import { test } from 'vitest';
import { openBrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { ownersPhone, scenes, seedDemoWorld } from '#tests/support/browser/scenes.ts';
import { createTranslator, t } from '#tests/support/translations.ts';
test('shots', async () => {
  const fixture = await openBrowserFixture();
  const world = await seedDemoWorld(fixture);
  const names = (process.env.SCENES ?? 'a league’s table,somebody’s points,somebody’s numbers,its numbers,its race as a table,numbers of a league without any').split(',');
  for (const [look, options] of Object.entries({
    heb: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
    dark: { viewport: { width: 360, height: 740 }, colorScheme: 'dark', language: 'en' },
    wide: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  } as any)) {
    const owner = await fixture.signedInVisitor('נועה', { phone: ownersPhone, ...(options as any) });
    await owner.page.emulateMedia({ colorScheme: (options as any).colorScheme });
    await owner.page.setViewportSize((options as any).viewport);
    const guest = null as any; await fixture.open(owner.page, '/terms'); owner.page.setDefaultTimeout(20000); owner.page.on('console', (m) => console.log(m.text())); owner.page.on('pageerror', (m) => console.log(String(m)));
    for (const name of names) {
      const scene = scenes.find((it) => it.name === name)!;
      const page = await scene.show({ owner, guest, world, t: look === 'dark' ? (createTranslator('en').t as any) : t }).catch(async (e: any) => { await owner.page.screenshot({ path: '/tmp/shots/failed.png' }); console.log(owner.page.url()); throw e; });
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/shots/${look}-${names.indexOf(name)}.png` });
      const d = page.getByRole('dialog');
      if (await d.count()) {
        await page.evaluate(() => { const all = [...document.querySelectorAll('[role=dialog] *')]; for (const e of all) if (e.scrollHeight > e.clientHeight + 4 && getComputedStyle(e).overflowY !== 'visible') e.scrollTop = 10000; });
        await page.waitForTimeout(200);
        await page.screenshot({ path: `/tmp/shots/${look}-${names.indexOf(name)}b.png` });
      }
    }
  }
  await fixture.close();
});
