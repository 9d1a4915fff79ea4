import { sql } from 'kysely';
import type { AppUser } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';

type Row = {
  id: number;
  name: string;
  phone: string | null;
  email: string | null;
  is_staff: boolean;
  is_superuser: boolean;
  new_member: boolean;
  social: boolean;
  file: string | null;
};

/** The signed-in member, as only they see themselves (spec §3). */
export async function readAppUser(db: Db, id: number): Promise<AppUser> {
  const { rows } = await sql<Row>`
    select m.id, m.name, m.phone, m.email, m.is_staff or m.is_superuser as is_staff, m.is_superuser, m.new_member,
      exists (select 1 from identities i where i.member_id = m.id) as social, picture.name as file
    from members m left join images picture on picture.id = m.image_id
    where m.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('a session without its member');
  return {
    id: row.id,
    fname: row.name,
    lname: '',
    phone: row.phone,
    email: row.email,
    username: row.phone ?? row.email ?? '',
    is_superuser: row.is_superuser,
    is_staff: row.is_staff,
    firebaseAuth: row.social,
    puserId: row.id,
    image: pictureUrl(row.file),
    new_member: row.new_member,
  };
}
