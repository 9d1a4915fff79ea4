import { sql } from 'kysely';
import type { AppUser } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';

type Row = Omit<AppUser, 'fname' | 'lname' | 'username' | 'firebaseAuth' | 'puserId' | 'image'> & {
  name: string;
  social: boolean;
  file: string | null;
};

/** The signed-in member's own data (spec §3). */
export async function readAppUser(db: Db, id: number): Promise<AppUser> {
  const { rows } = await sql<Row>`
    select m.id, m.name, m.phone, m.email, m.is_staff or m.is_superuser as is_staff, m.is_superuser, m.new_member,
      exists (select 1 from identities i where i.member_id = m.id) as social, picture.name as file
    from members m left join images picture on picture.id = m.image_id
    where m.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('a session without its member');
  const { name, social, file, ...fields } = row;
  return {
    ...fields,
    fname: name,
    lname: '',
    username: row.phone ?? row.email ?? '',
    firebaseAuth: social,
    puserId: row.id,
    image: pictureUrl(file),
  };
}
