import { readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { loadKeys } from '../../risk-service/kernel/identity/signing-keys.ts'
import type { Database } from '../../risk-service/ports/database.ts'
import { dataDirectory } from './sensitive-values.ts'

const twoHours = 7200

/** A token with other claims, signed with the key of the installation. */
export async function resignToken(token: string, change: (claims: JWTPayload) => JWTPayload): Promise<string> {
  const folder = dataDirectory()
  // The embedded server writes the folder of its socket into the fifth line.
  const host = readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4]?.trim() ?? ''
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ host, user: 'assay', database: 'assay', max: 1 }) }),
  })
  try {
    const keys = await loadKeys({
      db,
      log: { write: () => undefined },
      secretKey: readFileSync(path.join(folder, 'secret.key'), 'utf8').trim(),
    })
    return await new SignJWT(change(decodeJwt(token)))
      .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(token) })
      .sign(keys.privateKey)
  } finally {
    await db.destroy()
  }
}

/** The same token two hours later. */
export const expireToken = (token: string): Promise<string> =>
  resignToken(token, ({ iat = 0, nbf = 0, exp = 0, ...claims }) => ({
    ...claims,
    iat: iat - twoHours,
    nbf: nbf - twoHours,
    exp: exp - twoHours,
  }))
