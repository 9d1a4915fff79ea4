const most = 2_147_483_647;

/** An id that the database can hold: a bigger one belongs to nothing, and 0 is nobody's. */
export const storable = (id: number): number => (id <= most ? id : 0);
