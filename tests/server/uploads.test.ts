import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Problem } from '#contract/failures.ts';
import type { Member, Option } from '#contract/models.ts';
import { pictureLimits } from '#contract/pictures.ts';
import { defaultClientTimeouts } from '#server/boot/server.ts';
import { readUploadedFile } from '#server/http/uploaded-file.ts';
import { processPicture } from '#server/pictures/decoder.ts';
import { UploadSlots } from '#server/pictures/upload-slots.ts';
import { cleanUpPictures } from '#server/db/cleanup.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  createMember,
  createStaff,
  makeLeague,
  makeOptions,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import {
  compressedBombs,
  emptyJpeg,
  emptyPng,
  form,
  formType,
  framesGif,
  hugePng,
  photo,
  uploadPicture,
  photoWithExif,
  type Part,
  type Uploaded,
} from '#tests/support/server/pictures.ts';
import { onOneDatabase, spawnServer, startServer, type TestServer } from '#tests/support/server/server.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';

/** Pictures: how they are stored, who may use them, and what is refused. */

const html = '<!doctype html><script>alert(1)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from('evil.js alert(1)')]);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, staff: ApiMember;
  beforeAll(async () => {
    server = await startServer({
      database,
      env: { TRUST_PROXY: '1' },
      // Long, so that a body that a test leaves unfinished does not time out before it has looked.
      clientTimeouts: { uploadSilence: 60_000, uploadGrace: 60_000 },
    });
    dana = await createMember(server, 'דנה');
    noa = await createMember(server, 'נועה');
    staff = await createStaff(server, 'צוות');
  });
  afterAll(() => server.close());

  const upload = (who: ApiMember, bytes: Buffer | string, query: object = {}) =>
    uploadPicture(server, who.token, { model: 'member', ...query }, form({ bytes }));
  const refused = (who: ApiMember, body: Buffer, headers = {}) =>
    uploadPicture<Problem>(server, who.token, { model: 'member' }, body, headers);
  const fetchPicture = (address: string, headers: Record<string, string> = {}) =>
    fetch(server.url + address, { headers });
  const pixels = async (address: string) => Buffer.from(await (await fetchPicture(address)).arrayBuffer());

  describe('an uploaded picture', () => {
    test('is stored as two WebP files, whatever its format', async () => {
      for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
        const { status, body } = await upload(dana, await photo(2000, 1000, format));
        expect({ format, status, body }).toEqual({
          format,
          status: 201,
          body: { id: body.id, imagefullurl: body.imagefullurl, width: 1600, height: 800 },
        });
        const [large, small] = [
          await pixels(body.imagefullurl),
          await pixels(`${body.imagefullurl}?size=small`),
        ];
        expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
        expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
      }
    });

    test('is never enlarged', async () => {
      expect((await upload(dana, await photo(40, 30))).body).toMatchObject({ width: 40, height: 30 });
    });

    test('has an address that cannot be guessed, is cached permanently, and runs no script', async () => {
      const { imagefullurl } = (await upload(dana, await photo(40, 30))).body;
      expect(imagefullurl).toMatch(/^\/api\/image\/[\w-]{32}$/);
      const { status, headers } = await fetchPicture(imagefullurl);
      expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
        200,
        'image/webp',
        'public, max-age=31536000, immutable',
      ]);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Disposition')).toBe('inline');
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      expect(headers.get('Set-Cookie')).toBeNull();
      const etag = headers.get('ETag') ?? '';
      const again = await fetchPicture(imagefullurl, { 'If-None-Match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const other = await fetchPicture(`${imagefullurl}?size=small`, { 'If-None-Match': etag });
      expect(other.status).toBe(200);
    });

    test('is found only at its own address', async () => {
      const { imagefullurl } = (await upload(dana, await photo(40, 30))).body;
      for (const [address, status] of [
        [imagefullurl.slice(0, -1), 404],
        ['/api/image/..%2f..%2fetc%2fpasswd', 404],
        [`${imagefullurl}?size=huge`, 400],
        [`${imagefullurl}?size=small&size=large`, 400],
      ] as const) {
        expect({ address, status: (await fetchPicture(address)).status }).toEqual({ address, status });
      }
    });

    test('is turned upright, and has no metadata of place or camera', async () => {
      const before = await photoWithExif(6);
      expect(before.includes('SecretCamera')).toBe(true);
      const { body } = await upload(dana, before);
      // The EXIF orientation is a quarter turn, which puts the red half on top.
      expect([body.width, body.height]).toEqual([30, 60]);
      const large = await pixels(body.imagefullurl);
      const small = await pixels(`${body.imagefullurl}?size=small`);
      for (const storedPixels of [large, small]) {
        const { exif, icc, xmp, iptc, orientation } = await sharp(storedPixels).metadata();
        expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
        expect(storedPixels.includes('SecretCamera')).toBe(false);
        const { data } = await sharp(storedPixels).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const [red, , blue] = [data[0] ?? 0, data[1], data[2] ?? 0];
        expect(red - blue).toBeGreaterThan(150);
        expect((data.at(-1) ?? 0) - (data.at(-3) ?? 0)).toBeGreaterThan(150);
      }
    });

    test('with many frames is stored as its first one', async () => {
      const { status, body } = await upload(dana, framesGif(10_000, 20, 10));
      expect([status, body.width, body.height]).toEqual([201, 20, 10]);
      expect((await sharp(await pixels(body.imagefullurl)).metadata()).pages).toBeUndefined();
    });
  });

  describe('a picture belongs to', () => {
    test('the object that is saved with it', async () => {
      const { id, imagefullurl } = (await upload(dana, await photo(40, 30))).body;
      expect((await noa.put(`member/${noa.id}/`, { image: id })).status).toBe(400);
      const { body } = await dana.put<Member>(`member/${dana.id}/`, { image: id });
      expect(body.image).toBe(`${imagefullurl}?size=small`);
    });

    test('no object but the one that is saved with it, of the model that it was uploaded for', async () => {
      const gil = await createMember(server, 'גיל');
      const uploaded = async (query: object = {}) => (await upload(gil, await photo(40, 30), query)).body;
      const [older, newer, ofOption] = [
        await uploaded(),
        await uploaded(),
        await uploaded({ model: 'option' }),
      ];
      const save = (image: number) => gil.put<Member & Problem>(`member/${gil.id}/`, { image });
      expect((await save(newer.id)).body.image).toBe(`${newer.imagefullurl}?size=small`);
      expect((await save(ofOption.id)).body.fields).toEqual({ image: { code: 'unknown_id' } });
      const { rows } = await sql`
        select id, attached from images where maker_id = ${gil.id}::int order by id desc`.execute(
        server.platform.db,
      );
      expect(rows).toEqual([
        { id: ofOption.id, attached: false },
        { id: newer.id, attached: true },
        { id: older.id, attached: false },
      ]);
    });

    test('the object that its upload names, at once', async () => {
      const league = await makeLeague(dana, [noa]);
      const [option = 0] = await makeOptions(dana, league.id, ['אריות']);
      const group = (await dana.post<{ id: number }>('clan/', { name: 'החבורה' })).body.id;
      const objects = [
        ['member', dana.id],
        ['section', league.id],
        ['clan', group],
        ['option', option],
      ] as const;
      for (const [model, id] of objects) {
        const { body } = await upload(dana, await photo(40, 30), { model, id });
        const object = (await dana.get<Option>(`${model}/${id}/`)).body;
        expect({ model, image: object.image }).toEqual({ model, image: `${body.imagefullurl}?size=small` });
      }
      expect((await upload(staff, await photo(40, 30), { model: 'option', id: option })).status).toBe(201);
    });

    test('its league or group when that is saved again, and to no other league or group', async () => {
      const picture = async (who: ApiMember, model: string) => {
        const bytes = new Uint8Array([1]);
        const values = { maker_id: who.id, model, width: 1, height: 1, large: bytes, small: bytes };
        return server.platform.db
          .insertInto('images')
          .values({ name: randomBytes(24).toString('base64url'), ...values })
          .returning(['id', 'name'])
          .executeTakeFirstOrThrow();
      };
      for (const model of ['section', 'clan'] as const) {
        const objects: { id: number; image: { id: number; name: string } }[] = [];
        for (const who of [dana, noa]) {
          const image = await picture(who, model);
          const { body } = await who.post<{ id: number }>(`${model}/`, { name: 'שלנו', image: image.id });
          objects.push({ id: body.id, image });
        }
        for (const [at, { id, image }] of objects.entries()) {
          const save = async (of: number | undefined) => {
            const { status, body } = await staff.put<{ image: string }>(`${model}/${id}/`, { image: of });
            return [model, status, body.image];
          };
          expect(await save(image.id)).toEqual([model, 200, `/api/image/${image.name}?size=small`]);
          expect(await save(objects[1 - at]?.image.id)).toEqual([model, 400, undefined]);
        }
      }
    });

    test('no object that the member may not change; a hidden object is 404', async () => {
      const stranger = await createMember(server, 'זר');
      const league = await makeLeague(dana, []);
      const official = (await staff.post<{ id: number }>('section/', { name: 'רשמית', custom: false })).body
        .id;
      const bytes = await photo(40, 30);
      const absent = await upload(stranger, bytes, { model: 'section', id: 999_999 });
      const foreign = await upload(stranger, bytes, { model: 'section', id: league.id });
      expect([foreign.status, JSON.stringify(foreign.body)]).toEqual([404, JSON.stringify(absent.body)]);
      expect((await upload(stranger, bytes, { model: 'section', id: official })).status).toBe(403);
      expect((await upload(stranger, bytes, { model: 'member', id: dana.id })).status).toBe(404);
      expect((await upload(stranger, bytes, { model: 'itemtype', id: 1 })).status).toBe(403);
      expect((await upload(stranger, bytes, { model: 'postcomment', id: 1 })).status).toBe(400);
      expect((await upload(stranger, bytes, { model: 'bet' })).status).toBe(400);
      expect((await upload(stranger, bytes, { model: 'member', colour: 'red' })).status).toBe(400);
      const { rows } = await sql`select 1 from images where maker_id = ${stranger.id}::int`.execute(
        server.platform.db,
      );
      expect(rows).toEqual([]);
    });

    test('nobody if there is no token, in which case the body is not read', async () => {
      const body = form({ bytes: await photo(40, 30) });
      const answer = await uploadPicture<Problem>(server, null, { model: 'member' }, body);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
      const broken = await uploadPicture<Problem>(
        server,
        null,
        { model: 'member' },
        Buffer.from('no form at all'),
      );
      expect(broken.status).toBe(401);
    });

    test('nothing once it was replaced, and is then deleted and not served any more', async () => {
      const { db } = server.platform;
      const pictures: Uploaded[] = [];
      for (const colour of [1, 2]) {
        const query = { model: 'member', id: staff.id };
        pictures.push((await upload(staff, await photo(10 * colour, 10), query)).body);
      }
      const ids = pictures.map(({ id }) => id);
      const job = cleanUpPictures(db);
      const { signal } = new AbortController();
      const served = () =>
        Promise.all(pictures.map(async ({ imagefullurl }) => (await fetchPicture(imagefullurl)).status));
      await job.run(signal);
      expect(await served()).toEqual([200, 200]);
      await db
        .updateTable('images')
        .set({ created: new Date(Date.now() - 61 * 60_000) })
        .where('id', 'in', ids)
        .execute();
      // The first round marks it as unused, the next one deletes it.
      await job.run(signal);
      expect(await served()).toEqual([200, 200]);
      await job.run(signal);
      expect(await served()).toEqual([404, 200]);
    });
  });

  describe('an upload', () => {
    test('that is no picture is refused, whatever type it claims', async () => {
      const jpeg = await photo(40, 30);
      for (const [name, bytes] of Object.entries({
        html,
        svg,
        'svg after a space': ` \n${svg}`,
        xml: `<?xml version="1.0"?>${svg}`,
        pdf: '%PDF-1.7\n%âãÏÓ',
        zip,
        'a tiff': await sharp(jpeg).tiff().toBuffer(),
        bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
        'only a beginning': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
        'cut short': jpeg.subarray(0, jpeg.length - 200),
        'a png cut short': (await photo(400, 300, 'png')).subarray(0, -40),
        'one dressed as another': Buffer.concat([Buffer.from('GIF89a'), jpeg]),
        'gif and script': Buffer.from('GIF89a/*\0\0\0\0\0*/=1;alert(1)//;'),
        'a heic': Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]),
      })) {
        const { status, body } = await refused(noa, form({ bytes, fileName: 'me.jpg', type: 'image/jpeg' }));
        expect({ name, status, code: body.code }).toEqual({ name, status: 415, code: 'unsupported_media' });
      }
    });

    test('with other data in the picture’s file is stored without that data', async () => {
      const page = Buffer.from(html);
      for (const [name, bytes] of Object.entries({
        'jpeg and page': Buffer.concat([await photo(40, 30), page]),
        'png and zip': Buffer.concat([await photo(40, 30, 'png'), zip]),
        'gif and page': Buffer.concat([await photo(40, 30, 'gif'), page]),
        'page in a jpeg comment': Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, page.length + 2]),
          page,
          (await photo(40, 30)).subarray(2),
        ]),
      })) {
        const { status, body } = await upload(noa, bytes);
        expect({ name, status }).toEqual({ name, status: 201 });
        const storedPixels = await pixels(body.imagefullurl);
        expect({
          name,
          kept: storedPixels.includes('alert(1)') || storedPixels.includes('PK\x03\x04'),
        }).toEqual({
          name,
          kept: false,
        });
        expect(storedPixels.toString('latin1', 0, 4)).toBe('RIFF');
      }
    });

    test('of too many pixels is refused, however few its bytes', async () => {
      for (const bytes of [hugePng(65_000, 65_000), hugePng(6000, 4001), await photo(6000, 4001, 'webp')]) {
        const { status, body } = await refused(noa, form({ bytes }));
        expect([status, body.code]).toEqual([413, 'too_large']);
      }
      expect((await upload(noa, hugePng(6000, 4000))).status).toBe(201);
    });

    test('of too many bytes is refused, before it has ended, and one of exactly the limit is accepted', async () => {
      const { status, body } = await refused(
        noa,
        form({ bytes: Buffer.alloc(pictureLimits.bytes + 1, 'x') }),
      );
      expect([status, body.code]).toEqual([413, 'too_large']);
      const largestPicture = Buffer.concat([await photo(40, 30), Buffer.alloc(pictureLimits.bytes)]).subarray(
        0,
        pictureLimits.bytes,
      );
      expect((await upload(noa, largestPicture)).status).toBe(201);

      /** The answer to the beginning of a body, or to all of it. */
      const answerTo = async (beginning: Buffer, headers: object, isAll = false) => {
        const sent = request(`${server.url}/api/image/?model=member`, {
          method: 'POST',
          headers: { 'Content-Type': formType, Authorization: `Token ${noa.token}`, ...headers },
        });
        sent.write(beginning);
        if (isAll) sent.end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        const { code } = JSON.parse(await text(response)) as Partial<Problem>;
        sent.destroy();
        return [response.statusCode, code, response.headers.connection];
      };
      const tooLarge = pictureLimits.bytes + 20_000;
      const refusal = [413, 'too_large', 'close'];
      expect(await answerTo(Buffer.from('-'), { 'Content-Length': `${tooLarge}` })).toEqual(refusal);
      expect(await answerTo(Buffer.alloc(tooLarge), {})).toEqual(refusal);
      const accepted = [201, undefined, 'keep-alive'];
      expect(await answerTo(form({ bytes: largestPicture }), {}, true)).toEqual(accepted);
    });

    test('that is not one file in `file` is refused', async () => {
      const bytes = await photo(40, 30);
      const part: Part = { bytes };
      for (const [name, body, code] of [
        ['nothing', Buffer.alloc(0), 'required'],
        ['an empty file', form({ bytes: '' }), 'required'],
        ['two files', form(part, part), 'invalid'],
        ['another field', form({ bytes, field: 'picture' }), 'required'],
        ['another field first', form({ bytes: 'x', field: 'other' }, part), 'required'],
        ['a form cut short', form(part).subarray(0, -6), 'invalid'],
        ['no form at all', Buffer.from('x'.repeat(1000)), 'required'],
      ] as const) {
        const answer = await refused(noa, body);
        expect({ name, status: answer.status, file: answer.body.fields?.['file'] }).toEqual({
          name,
          status: 400,
          file: { code },
        });
      }
      const json = await refused(noa, form(part), { 'Content-Type': 'application/json' });
      expect(json.status).toBe(415);
      const bare = await refused(noa, form(part), { 'Content-Type': 'multipart/form-data' });
      expect(bare.status).toBe(400);
    });

    test('is not refused for its file name, which is ignored', async () => {
      const bytes = await photo(40, 30);
      for (const fileName of ['a\0.jpg', '../../etc/passwd', 'x.svg', `${'א'.repeat(3000)}.png`]) {
        const { status, body } = await refused(noa, form({ bytes, fileName }));
        expect({ fileName, status }).toEqual({ fileName, status: 201 });
        expect((body as unknown as Uploaded).imagefullurl).toMatch(/^\/api\/image\/[\w-]{32}$/);
      }
    });
  });

  describe('repeated and concurrent uploads', () => {
    test('a member’s tries a day, bytes a day, and pictures in all are limited', async () => {
      const { db } = server.platform;
      const bytes = await photo(40, 30);
      const full = async (make: (who: ApiMember) => Promise<unknown>) => {
        const who = await createMember(server, 'אבי');
        await make(who);
        const { status, body, headers } = await refused(who, form({ bytes }));
        return [status, body.code, Number(headers.get('Retry-After')) > 0];
      };
      const keep = (who: ApiMember, count: number, large: number, created: Date) =>
        sql`
        insert into images (name, maker_id, model, width, height, large, small, created, attached)
        select ${`${who.id}-`}::text || n, ${who.id}::int, 'member', 1, 1,
          decode(repeat('00', ${large}::int), 'hex'), '', ${created}::timestamptz, true
        from generate_series(1, ${count}::int) n`.execute(db);
      const now = new Date();
      const longAgo = new Date(Date.now() - 48 * 60 * 60_000);
      const no = [429, 'too_many', true];
      expect(
        await full((who) =>
          db
            .insertInto('counters')
            .values({
              bucket: `upload:${who.id}`,
              used: pictureLimits.triesPerDay,
              // Its day began an hour ago.
              expires_at: new Date(Date.now() + 23 * 60 * 60_000),
            })
            .execute(),
        ),
      ).toEqual(no);
      const fiveMb = 5 * 1024 * 1024;
      expect(await full((who) => keep(who, 10, fiveMb, now))).toEqual(no);
      expect(await full((who) => keep(who, 10, fiveMb, longAgo))).toEqual([201, undefined, false]);
      expect(await full((who) => keep(who, pictureLimits.kept, 1, longAgo))).toEqual(no);
      expect(await full((who) => keep(who, pictureLimits.kept - 1, 1, longAgo))).toEqual([
        201,
        undefined,
        false,
      ]);
    });

    test('an upload under an Idempotency-Key is made once, whatever the boundary of its form', async () => {
      const who = await createMember(server, 'דנה');
      const [bytes, other] = await Promise.all([photo(40, 30), photo(41, 30)]);
      const send = (body: Buffer, query = {}, headers = {}) =>
        uploadPicture(server, who.token, { model: 'member', ...query }, body, {
          'Idempotency-Key': 'picture',
          ...headers,
        });
      const imageCount = async () => {
        const { count } = await server.platform.db
          .selectFrom('images')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('maker_id', '=', who.id)
          .executeTakeFirstOrThrow();
        return count;
      };
      const first = await send(form({ bytes }));
      expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
      const otherForm = Buffer.from(
        form({ bytes }).toString('latin1').replaceAll('----hevre', '----again'),
        'latin1',
      );
      const again = await send(otherForm, {}, { 'Content-Type': 'multipart/form-data; boundary=----again' });
      expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
      expect(again.body).toEqual(first.body);
      const mismatch = { status: 422, body: { code: 'idempotency_mismatch' } };
      expect(await send(form({ bytes: other }))).toMatchObject(mismatch);
      expect(await send(form({ bytes }), { model: 'postcomment' })).toMatchObject(mismatch);
      expect(await imageCount()).toBe(1);
    });

    test('an upload under an Idempotency-Key in flight is refused, and can be sent again once that was aborted', async () => {
      const who = await createMember(server, 'דנה');
      const key = { 'Idempotency-Key': 'in-flight' };
      const body = form({ bytes: await photo(40, 30) });
      const sent = request(`${server.url}/api/image/?model=member`, {
        method: 'POST',
        headers: {
          'Content-Type': formType,
          Authorization: `Token ${who.token}`,
          'Content-Length': body.length,
          ...key,
        },
      });
      sent.on('error', () => {});
      sent.write(body.subarray(0, 100));
      // It is in flight once it has been counted.
      const storedCounters = server.platform.db
        .selectFrom('counters')
        .select('used')
        .where('bucket', '=', `upload:${who.id}`);
      await expect.poll(() => storedCounters.execute()).toHaveLength(1);
      const send = () => uploadPicture(server, who.token, { model: 'member' }, body, key);
      expect(await send()).toMatchObject({ status: 409, body: { code: 'conflict' } });
      sent.destroy();
      await expect.poll(async () => (await send()).status).toBe(201);
    });

    test('uploads are limited to two at a time a member, four a network, and six of all members', async () => {
      const stop = new AbortController();
      onTestFinished(() => stop.abort());
      const answers: number[] = [];
      /** Begins an upload, and does not finish it. */
      const startHanging = (who: ApiMember, network: number) => {
        const sent = request(`${server.url}/api/image/?model=member`, {
          method: 'POST',
          headers: {
            'Content-Type': formType,
            Authorization: `Token ${who.token}`,
            'Content-Length': 1000,
            'X-Forwarded-For': `192.0.2.${network}`,
          },
          signal: stop.signal,
        });
        sent.on('response', ({ statusCode = 0 }) => answers.push(statusCode));
        sent.on('error', () => {});
        sent.write('--');
      };
      const refusals = async (...statuses: number[]) => {
        await expect.poll(() => answers).toEqual(statuses);
      };
      const members = await Promise.all(
        ['א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז'].map((name) => createMember(server, name)),
      );
      const [repeatedUploader, ...others] = members;
      if (!repeatedUploader) throw new Error('a member is missing');
      // Which of several concurrent uploads is refused depends on which arrives last.
      for (const who of [repeatedUploader, repeatedUploader, repeatedUploader]) startHanging(who, 1);
      await refusals(429);
      for (const who of others.slice(0, 3)) startHanging(who, 1);
      await refusals(429, 429);
      for (const who of others.slice(3)) startHanging(who, 2);
      await refusals(429, 429, 503);
      stop.abort();
      await expect.poll(async () => (await upload(repeatedUploader, await photo(40, 30))).status).toBe(201);
    });
  });
});

test('trickling uploads are evicted for a fast one', async () => {
  const server = await startServer({
    database: 'postgres',
    env: { TRUST_PROXY: '1' },
    clientTimeouts: { uploadSilence: 60_000, uploadGrace: 200 },
  });
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await server.close();
  });
  const ended: number[] = [];
  /** Sends a byte every 50 ms, and starts again whenever it ends. */
  const trickle = (who: ApiMember, network: number) => {
    const sent = request(`${server.url}/api/image/?model=member`, {
      method: 'POST',
      headers: {
        'Content-Type': formType,
        Authorization: `Token ${who.token}`,
        'Content-Length': 100_000,
        'X-Forwarded-For': `192.0.2.${network}`,
      },
      signal: stop.signal,
    });
    const interval = setInterval(() => sent.write('-'), 50);
    sent.on('response', ({ statusCode = 0 }) => ended.push(statusCode));
    sent.on('error', () => {});
    sent.on('close', () => {
      clearInterval(interval);
      if (!stop.signal.aborted) setTimeout(() => trickle(who, network), 20);
    });
  };
  const slow = await Promise.all(['א', 'ב', 'ג'].map((name) => createMember(server, name)));
  slow.forEach((who, network) => [trickle(who, network), trickle(who, network)]);
  const dana = await createMember(server, 'דנה');
  const body = form({ bytes: await photo(40, 30) });
  const upload = () => uploadPicture(server, dana.token, { model: 'member' }, body);
  // All slots are taken before the first try, which may come within the grace of the last.
  const tries = async () =>
    (await server.platform.db.selectFrom('counters').select('used').execute()).map(({ used }) => used);
  await expect.poll(tries).toEqual([2, 2, 2]);
  for (let nth = 0; nth < 3; nth += 1) await expect.poll(async () => (await upload()).status).toBe(201);
  // The evicted uploads get 503.
  await expect.poll(() => [...new Set(ended)].filter((status) => status !== 429)).toEqual([503]);
});

describe('a picture that would take too much memory', () => {
  const rgba = (depth: 8 | 16, interlaced: boolean) => (height: number) =>
    emptyPng(1_000, height, { depth, colours: 'rgba', interlaced });
  const rgb = (depth: 8 | 16, interlaced: boolean) => (height: number) =>
    emptyPng(1_000, height, { depth, colours: 'rgb', interlaced });
  // So many rows of a thousand pixels take 80 MB, decoded row by row or whole.
  test.each<[string, (height: number) => Buffer | Promise<Buffer>, number]>([
    ['a PNG of 16 bits', rgb(16, false), 16_777],
    ['an interlaced PNG of three channels', rgb(8, true), 20_712],
    ['an interlaced PNG of four channels', rgba(8, true), 15_534],
    ['an interlaced PNG of four channels of 16 bits', rgba(16, true), 7_767],
    ['a progressive JPEG', (height) => emptyJpeg(1_000, height, '4:2:0'), 20_971],
    ['a progressive JPEG of full colour', (height) => emptyJpeg(1_000, height, '4:4:4'), 11_983],
  ])('is refused by its header: %s', async (_, make, rows) => {
    const outcomeOf = async (height: number) =>
      processPicture(await make(height)).then(
        () => 'decoded',
        (refusal: unknown) => (refusal as Problem).code,
      );
    // Within the limit it is decoded, and may turn out to have no data.
    expect(['decoded', 'unsupported_media']).toContain(await outcomeOf(rows));
    expect(await outcomeOf(rows + 1)).toBe('too_large');
  });
});

describe('upload slots', () => {
  const grace = 1_000;
  /** Slots on a clock that the test sets, in milliseconds. */
  const open = (limits: ConstructorParameters<typeof UploadSlots>[0]) => {
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const slots = new UploadSlots(limits);
    const takeSlot = (member: number, network: string) => {
      const slot = slots.acquire(member, network, grace);
      if (typeof slot === 'string') throw new Error(slot);
      return slot;
    };
    return { slots, takeSlot, at: (now: number) => clock.mockReturnValue(now) };
  };

  test('are taken from the slowest uploads first, in whatever order they came', () => {
    const { slots, takeSlot, at } = open({ total: 4, perNetwork: 4, perMember: 1 });
    at(0);
    const takenSlots = [1, 2, 3, 4].map((member) => takeSlot(member, 'a'));
    const [slow, slowest, stored, fast] = takenSlots;
    slow?.receive(300_000);
    slowest?.receive(200_000);
    stored?.complete();
    fast?.receive(327_680);
    const evicted = () => takenSlots.map((slot) => slot.evicted.aborted);
    // No upload is slow within its grace.
    at(999);
    expect(slots.acquire(5, 'b', grace)).toBe('full');
    // After ten seconds the fast one has received 32 KB a second.
    at(10_000);
    takeSlot(5, 'b');
    expect(evicted()).toEqual([false, true, false, false]);
    takeSlot(6, 'b');
    expect(evicted()).toEqual([true, true, false, false]);
    expect(slots.acquire(7, 'b', grace)).toBe('full');
    fast?.release();
    takeSlot(7, 'b');
  });

  test('of a full network are taken from that network alone, and a member at their limit takes none', () => {
    const { slots, takeSlot, at } = open({ total: 9, perNetwork: 2, perMember: 2 });
    at(0);
    const elsewhere = takeSlot(1, 'b');
    const [one, other] = [takeSlot(2, 'a'), takeSlot(2, 'a')];
    one.receive(2_000);
    other.receive(1_000);
    at(10_000);
    expect(slots.acquire(2, 'c', grace)).toBe('callerFull');
    takeSlot(3, 'a');
    expect([elsewhere, one, other].map(({ evicted }) => evicted.aborted)).toEqual([false, false, true]);
    other.release();
    takeSlot(2, 'a');
    expect([elsewhere, one].map(({ evicted }) => evicted.aborted)).toEqual([false, true]);
    expect(slots.acquire(4, 'a', grace)).toBe('callerFull');
  });
});

test('a file of undeclared size is read whole, however many parts it comes in, and refused once it is too large', async () => {
  // More than twice what is reserved for it at first.
  const file = randomBytes(900_000);
  const body = form({ bytes: file });
  const read = (maxBytes: number) => {
    const parts = Array.from({ length: 10 }, (_, at) => body.subarray(at * 100_000, (at + 1) * 100_000));
    const upload = new Request('http://hevre.test/', {
      method: 'POST',
      headers: { 'Content-Type': formType },
      duplex: 'half',
      body: new ReadableStream({
        pull(controller) {
          const part = parts.shift();
          if (part) controller.enqueue(part);
          else controller.close();
        },
      }),
    } as RequestInit);
    return readUploadedFile(upload, { idleTimeout: 60_000, totalTimeout: 60_000, maxBytes });
  };
  expect((await read(file.length)).equals(file)).toBe(true);
  // Room for twice the bytes that have come, whatever the limit.
  const { buffer } = await read(8 * 2 ** 20);
  expect(buffer.byteLength).toBeLessThanOrEqual(2 * body.length);
  // The limit allows for the form around the file.
  await expect(read(file.length - 20_000)).rejects.toMatchObject({ code: 'too_large' });
});

test('a form may be 16 KB larger than its file, whether its size is declared or not, and its boundary may be quoted', async () => {
  const file = randomBytes(50_000);
  const read = (formOverhead: number, isDeclared: boolean, type = formType) => {
    const overhead = form({ bytes: file, fileName: '' }).length - file.length;
    const body = form({ bytes: file, fileName: 'x'.repeat(formOverhead - overhead) });
    const headers = { 'Content-Type': type, ...(isDeclared && { 'Content-Length': String(body.length) }) };
    const upload = new Request('http://hevre.test/', { method: 'POST', headers, body: new Uint8Array(body) });
    return readUploadedFile(upload, { idleTimeout: 60_000, totalTimeout: 60_000, maxBytes: file.length });
  };
  for (const isDeclared of [true, false]) {
    expect((await read(16_384, isDeclared)).equals(file)).toBe(true);
    await expect(read(16_385, isDeclared)).rejects.toMatchObject({ code: 'too_large' });
  }
  const quoted = formType.replace(/boundary=(.*)$/, 'boundary="$1"');
  expect((await read(1_000, true, quoted)).equals(file)).toBe(true);
});

/** Process ids of the decoders of this process. */
const decoders = () =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='])
    .toString()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('decoder-worker'),
    )
    .map(([pid]) => pid);

test('a decoder has no cache, and one thread', () => {
  const worker = new URL('../../src/server/pictures/decoder-worker.ts', import.meta.url).href;
  const program = `
    await import('${worker}');
    const { default: sharp } = await import('sharp');
    const { memory, files, items } = sharp.cache();
    console.log(JSON.stringify({ cached: [memory.max, files.max, items.max], threads: sharp.concurrency() }));`;
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  expect(JSON.parse(output.toString())).toEqual({ cached: [0, 0, 0], threads: 1 });
});

/** Runs with a new copy of the module, and starts this shell command as its first decoder. */
async function withDecoder(
  command: string,
  run: (copy: { processPicture: typeof processPicture }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-decoder-'));
  const program = join(folder, 'decoder');
  writeFileSync(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  vi.resetModules();
  const copy = await import('#server/pictures/decoder.ts');
  const { execPath } = process;
  process.execPath = program;
  try {
    await run(copy);
  } finally {
    process.execPath = execPath;
    rmSync(folder, { recursive: true });
  }
  // The next decoder is a real one.
  expect(await copy.processPicture(await photo(4, 3))).toMatchObject({ width: 4, height: 3 });
}

test.each([
  ['ends before it has started', 'exit 1'],
  ['has not started after a minute', 'exec sleep 600'],
])(
  'a picture whose decoder %s is refused with 503, and one that is sent afterwards is accepted',
  async (_, command) => {
    const picture = await photo(4, 3);
    await withDecoder(command, async (copy) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const [refused] = await Promise.allSettled([
          copy.processPicture(picture),
          vi.advanceTimersByTimeAsync(60_000),
        ]);
        expect(refused).toMatchObject({ status: 'rejected', reason: { status: 503, code: 'unavailable' } });
      } finally {
        vi.useRealTimers();
      }
    });
  },
);

test.each([
  ['before it has the picture', 503, 'process.exit(1)'],
  ['while it decodes', 415, "process.send('received', () => process.exit(1))"],
])('a picture whose decoder ends %s is refused with %i', async (_, status, script) => {
  const picture = await photo(4, 3);
  const program = `process.send('started'); process.on('message', () => ${script});`;
  await withDecoder(`exec '${process.execPath}' --eval "${program}"`, async (copy) => {
    await expect(copy.processPicture(picture)).rejects.toMatchObject({ status });
  });
});

test('a decoder that has ended while it was idle is replaced', async () => {
  const picture = await photo(4, 3);
  await processPicture(picture);
  for (const pid of decoders()) process.kill(Number(pid), 'SIGKILL');
  await expect.poll(decoders).toEqual([]);
  // May be 503 if the end was not noticed yet.
  const first = await processPicture(picture).then(
    () => 201,
    ({ status }: { status: number }) => status,
  );
  expect([201, 503]).toContain(first);
  expect(await processPicture(picture)).toMatchObject({ width: 4, height: 3 });
});

fullTest('a decoder is replaced after sixteen pictures', async () => {
  const picture = await photo(4, 3);
  const stillThere: string[] = [];
  for (let nth = 0; nth < 34; nth += 1) {
    await processPicture(picture);
    stillThere.push(decoders().join());
  }
  const pids = new Set(stillThere.filter((pid) => pid !== ''));
  expect(pids.size).toBeGreaterThan(1);
  // It is stopped after its sixteenth at the latest.
  for (const pid of pids) expect(stillThere.filter((it) => it === pid).length).toBeLessThanOrEqual(16);
});

describe('a body that does not end', () => {
  const bodyOf = (...parts: string[]) =>
    new Request('http://hevre.test/', {
      method: 'POST',
      headers: { 'Content-Type': formType },
      duplex: 'half',
      body: new ReadableStream({
        async pull(controller) {
          const part = parts.shift();
          if (part === undefined) return new Promise(() => {});
          await new Promise((resolve) => setTimeout(resolve, 20));
          controller.enqueue(new TextEncoder().encode(part));
        },
      }),
    } as RequestInit);
  const pace = { maxBytes: 100, idleTimeout: 100, totalTimeout: 200 };

  test('is aborted after a silence', async () => {
    // The silence alone ends it: the limit for the whole body is longer than this test may take.
    const longPace = { ...pace, totalTimeout: 600_000 };
    await expect(readUploadedFile(bodyOf('--', '--'), longPace)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('is aborted after a total time, however much arrives', async () => {
    const long = Array.from({ length: 100 }, () => '-');
    await expect(readUploadedFile(bodyOf(...long), pace)).rejects.toMatchObject({ code: 'unavailable' });
    expect(long.length).toBe(100);
  });
});

describe('attacks on a server process', () => {
  let server: Awaited<ReturnType<typeof spawnServer>>;
  beforeAll(async () => {
    server = await spawnServer({ database: 'postgres', env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => server.remove());

  const someone = async (name: string) => {
    const guest = api(server.url);
    const phone = `+97252${String(Math.floor(1_000_000 + Math.random() * 8_999_999))}`;
    await guest.get('sendPinCode/', { cellphone: phone });
    const { body } = await guest.post<{ token: string }>('api-token-auth/', {
      username: phone,
      password: await server.pin(phone),
      name,
    });
    return body.token;
  };

  /** Uploads without end; returns the status, if any, and how many bytes were sent: at most 64 KB a millisecond. */
  const endless = (token: string | null) =>
    new Promise<{ status: number | null; sent: number }>((resolve) => {
      let sent = 0;
      let status: number | null = null;
      const chunk = Buffer.concat([form({ bytes: 'x' }).subarray(0, 120), Buffer.alloc(64 * 1024)]);
      const outgoing = request(`${server.url}/api/image/?model=member`, {
        method: 'POST',
        headers: { 'Content-Type': formType, ...(token && { Authorization: `Token ${token}` }) },
      });
      const more = () => {
        if (outgoing.destroyed) return;
        outgoing.write(chunk, () => {
          sent += chunk.length;
          setTimeout(more, 1);
        });
      };
      outgoing.on('response', (response) => {
        status = response.statusCode ?? null;
        response.resume();
      });
      outgoing.on('error', () => {});
      outgoing.on('close', () => resolve({ status, sent }));
      more();
    });

  test('an endless body is refused and cut off, with a token or without, and the server still accepts uploads', async () => {
    const token = await someone('אין סוף');
    const [member, guest] = [await endless(token), await endless(null)];
    // The answer may be lost: the connection is closed while the client sends.
    expect([null, 413]).toContain(member.status);
    expect([null, 401]).toContain(guest.status);
    // 8 MB are read at most, and what comes in half a second more is dropped: 32 MB.
    expect(Math.max(member.sent, guest.sent)).toBeLessThan(100 * 1024 * 1024);
    expect(
      (await uploadPicture(server, token, { model: 'member' }, form({ bytes: await photo(10, 10) }))).status,
    ).toBe(201);
  });

  fullTest(
    'memory grows by at most 150 MB',
    async () => {
      const rounds = runSize('upload attacks, rounds', 1, 12);
      const tokens = await Promise.all(['א', 'ב', 'ג', 'ד'].map(someone));
      /** Resident memory of the server's process and of its decoder's, in MB. */
      const rss = () => {
        const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=']).toString().trim().split('\n');
        const sum = (column: 0 | 1) =>
          rows
            .map((row) => row.trim().split(/\s+/).map(Number))
            .filter((row) => row[column] === server.pid)
            .reduce((all, [, , kilobytes = 0]) => all + kilobytes / 1024, 0);
        return { server: sum(0), decoder: sum(1) };
      };
      // The memory of an ordinary photo is not counted.
      await uploadPicture(
        server,
        tokens[0] ?? '',
        { model: 'member' },
        form({ bytes: await photo(4000, 3000) }),
      );
      const before = rss();
      const peak = { ...before, both: 0 };
      const watch = setInterval(() => {
        const now = rss();
        peak.server = Math.max(peak.server, now.server);
        peak.decoder = Math.max(peak.decoder, now.decoder);
        peak.both = Math.max(peak.both, now.server + now.decoder);
      }, 100);
      onTestFinished(() => clearInterval(watch));
      const big = { create: { width: 4000, height: 3500, channels: 3, background: '#123' } } as const;
      const attacks = [
        hugePng(65_000, 65_000),
        hugePng(6000, 4000),
        hugePng(100, 100, compressedBombs(100 * 1024 * 1024)),
        framesGif(10_000, 4000, 4000),
        framesGif(200_000, 2, 2),
        await photo(6000, 4000, 'webp'),
        await photo(4000, 6000, 'jpeg'),
        await photo(2600, 2000, 'avif'),
        await photo(2000, 1600, 'avif'),
        await sharp(big).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
        Buffer.alloc(pictureLimits.bytes, 'GIF89a'),
        Buffer.alloc(pictureLimits.bytes + 1),
      ].map((bytes) => form({ bytes }));
      const statusCounts = new Map<number, number>();
      const lanes = tokens.map((token, lane) => ({
        token,
        // Each from a network of its own, so that none is refused for want of a slot.
        from: { 'X-Forwarded-For': `192.0.2.${lane + 1}` },
        own: attacks.filter((_, at) => at % tokens.length === lane),
      }));
      for (let round = 0; round < rounds; round += 1) {
        const attacking = lanes.map(async ({ token, from, own }) => {
          for (const body of own) {
            const status = await uploadPicture(server, token, { model: 'member' }, body, from).then(
              (answer) => answer.status,
              () => 0,
            );
            statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
          }
        });
        await Promise.all([...attacking, endless(tokens[0] ?? '')]);
      }
      clearInterval(watch);
      const counts = [...statusCounts]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status || 'cut'}`);
      const mb = (many: number) => `${many.toFixed(0)} MB`;
      console.log(
        `upload attacks: the server ${mb(before.server)}, at most ${mb(peak.server)}; its decoder ${mb(before.decoder)}, at most ${mb(peak.decoder)}; both together +${mb(peak.both - before.server - before.decoder)}; ${counts.join(', ')}`,
      );
      expect(peak.both - before.server - before.decoder).toBeLessThan(150);
      expect([...statusCounts.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
      expect((await fetch(`${server.url}/api/healthz`)).status).toBe(200);
    },
    1_800_000,
  );
});

test('a body that stops is answered after the time of silence', async () => {
  expect(defaultClientTimeouts.uploadSilence).toBe(10_000);
  const server = await startServer({ database: 'postgres', clientTimeouts: { uploadSilence: 200 } });
  onTestFinished(() => server.close());
  const { token } = await createMember(server, 'טיפות');
  const outgoing = request(`${server.url}/api/image/?model=member`, {
    method: 'POST',
    headers: { 'Content-Type': formType, Authorization: `Token ${token}` },
  });
  const began = performance.now();
  outgoing.write('--');
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { code } = JSON.parse(await text(response)) as Problem;
  outgoing.destroy();
  expect([response.statusCode, code]).toEqual([503, 'unavailable']);
  // The limit for the whole body, 50 s, would give the same answer.
  expect(performance.now() - began).toBeLessThan(40_000);
});
