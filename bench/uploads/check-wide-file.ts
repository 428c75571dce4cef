import { FileCheck, type FileCheckResult } from '../../risk-service/upload-files/check/file-check.ts'
import { findEntity } from '../../risk-service/upload-files/entities/entities.ts'
import { readHead } from '../../risk-service/upload-files/read/file-head.ts'
import { wideColumns } from './wide-file.ts'

/** Returns the check of the file of twenty columns, all of them mapped. */
function createCheck(head: Uint8Array): FileCheck {
  const entity = findEntity('Purchases')
  const found = readHead(head, false)
  if (!entity || Array.isArray(found)) throw new Error('The file of the benchmark cannot be read.')
  const mapping = Object.fromEntries(wideColumns.map(name => [name, name]))
  return new FileCheck({ entity, head: found, mapping, now: Date.now() })
}

/** Checks a file that is read in pieces: the next one is read while one is checked. */
export async function checkPieces(
  size: number,
  read: (from: number, to: number) => Promise<Uint8Array>,
): Promise<FileCheckResult> {
  const length = 1 << 20
  const check = createCheck(await read(0, length))
  let next = read(0, Math.min(size, length))
  for (let from = length; ; from += length) {
    const piece = await next
    const isLast = from >= size
    if (!isLast) next = read(from, Math.min(size, from + length))
    check.push(piece)
    if (isLast) return check.finish()
  }
}
