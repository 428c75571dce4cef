import type { Db } from '../../../ports/database.ts'

/** Stores a piece of the file of an export. */
export const storePart = async (db: Db, requestId: string, n: number, content: Uint8Array): Promise<void> => {
  await db.insertInto('subject_request_part').values({ request_id: requestId, n, content }).execute()
}

/** Removes the file of an export, or what there is of it. */
export const removeParts = async (db: Db, requestId: string): Promise<void> => {
  await db.deleteFrom('subject_request_part').where('request_id', '=', requestId).execute()
}

/** Reads the file of an export, one piece at a time. */
export async function* readParts(db: Db, requestId: string): AsyncGenerator<Uint8Array> {
  for (let n = 0; ; n++) {
    const row = await db
      .selectFrom('subject_request_part')
      .select('content')
      .where('request_id', '=', requestId)
      .where('n', '=', n)
      .executeTakeFirst()
    if (row === undefined) return
    yield row.content
  }
}
