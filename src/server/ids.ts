const maxId = 2_147_483_647;

/** An id that the database can hold: a bigger one belongs to nothing, and 0 is nobody's. */
export const storableId = (id: number): number => (id <= maxId ? id : 0);
