import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** The pictures of the phones' projects, drawn from the icons in `public`. */

export const colors = { icon: '#14252a', light: '#f4ede1', dark: '#0b1517' };

/** A square PNG; its picture takes `share` of the side. */
async function square(source: string, file: string, side: number, { share = 1, background = '#0000' } = {}) {
  const inner = Math.round(side * share);
  const picture = await sharp(source, { density: 72 * Math.max(1, side / 512) })
    .resize(inner, inner)
    .png()
    .toBuffer();
  mkdirSync(dirname(file), { recursive: true });
  const canvas = sharp({ create: { width: side, height: side, channels: 4, background } });
  const drawn = canvas.composite([{ input: picture }]);
  // The App Store takes no icon with transparent points.
  await (background === '#0000' ? drawn : drawn.removeAlpha()).png().toFile(file);
}

const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };

/** `res`: an Android project's folder of resources. */
export async function drawAndroidImages(publicFolder: string, res: string): Promise<void> {
  const icon = (name: string) => join(publicFolder, name);
  const draw = Object.entries(densities).flatMap(([density, scale]) => {
    const file = (kind: string, name: string) => join(res, `${kind}-${density}`, `${name}.png`);
    return [
      square(icon('icon.svg'), file('mipmap', 'ic_launcher'), 48 * scale),
      square(icon('icon.svg'), file('mipmap', 'ic_launcher_round'), 48 * scale, { share: 0.92 }),
      // Of 108 parts a launcher shows the inner 72: the maskable icon's safe zone lies in them.
      square(icon('icon-maskable-512.png'), file('mipmap', 'ic_launcher_foreground'), 108 * scale, {
        share: 72 / 108,
        background: colors.icon,
      }),
      square(icon('icon-monochrome-512.png'), file('mipmap', 'ic_launcher_monochrome'), 108 * scale, {
        share: 72 / 108,
      }),
      square(icon('icon-monochrome-512.png'), file('drawable', 'ic_notification'), 24 * scale),
      square(icon('icon.svg'), file('drawable', 'splash_icon'), 288 * scale, { share: 0.5 }),
    ];
  });
  await Promise.all(draw);
}

/** `assets`: an iOS project's Assets.xcassets. */
export async function drawIosImages(publicFolder: string, assets: string): Promise<void> {
  const splash = (name: string) =>
    square(join(publicFolder, 'icon.svg'), join(assets, 'Splash.imageset', name), 2732, {
      share: 0.15,
      background: colors.light,
    });
  await square(
    join(publicFolder, 'icon-maskable-512.png'),
    join(assets, 'AppIcon.appiconset/AppIcon-512@2x.png'),
    1024,
    { background: colors.icon },
  );
  await splash('splash-2732x2732.png');
  await splash('splash-2732x2732-1.png');
  await splash('splash-2732x2732-2.png');
}
