import * as v from 'valibot';
import type { Api } from '#server/http/env.ts';
import { readQuery } from '#server/http/input.ts';
import { matchesEtag } from '#server/http/static.ts';
import { problem } from '#server/http/problems.ts';
import type { Platform } from '#server/boot/platform.ts';

const Query = v.strictObject({ size: v.optional(v.picklist(['small', 'large']), 'large') });

/**
 * Headers of a picture. The content under a name never changes, so it is cached for good; nothing in it can run, whatever
 * type a browser takes it for.
 */
const pictureHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Serves pictures to whoever has the address, which cannot be guessed: an image element sends no token. */
export function mountPictureFiles(api: Api, { db }: Platform): void {
  api.get('/api/image/:name', async (c) => {
    const { size } = readQuery(c, Query);
    const name = c.req.param('name');
    if (!/^[\w-]{1,64}$/.test(name)) throw problem.notFound();
    const picture = await db
      .selectFrom('images')
      .select(`${size} as bytes`)
      .where('name', '=', name)
      .executeTakeFirstOrThrow(problem.notFound);
    const headers = { ...pictureHeaders, ETag: `"${name}-${size}"` };
    if (matchesEtag(c, headers.ETag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(picture.bytes), 200, {
      ...headers,
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline',
    });
  });
}
