import { deflate } from '../../../engine/lib/gzip.ts'

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** The checksum of bytes, or of those after others: `before` is that of these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = before ^ 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Time and day of a file as archives write them. */
export const dosTime = (at: Date): { time: number; day: number } => ({
  time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  day: (Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
})

/** Returns consecutive numbers of 16 or 32 bits, little-endian. */
export function record(...fields: readonly (readonly [bits: 16 | 32, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((size, [bits]) => size + bits / 8, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [bits, value] of fields) {
    if (bits === 16) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bits / 8
  }
  return bytes
}

/** Returns a ZIP archive (APPNOTE 6.3, no extensions) of files with names in UTF-8. */
export async function zip(files: readonly { name: string; bytes: Uint8Array; at: Date }[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  const add = (...more: Uint8Array[]) => {
    for (const part of more) {
      parts.push(part)
      offset += part.byteLength
    }
  }
  for (const { name, bytes, at } of files) {
    const encoded = new TextEncoder().encode(name)
    const packed = await deflate(bytes)
    const { time, day } = dosTime(at)
    // Version 2.0, names in UTF-8, deflate.
    const facts = [
      [16, 20],
      [16, 0x0800],
      [16, 8],
      [16, time],
      [16, day],
      [32, crc32(bytes)],
      [32, packed.byteLength],
      [32, bytes.byteLength],
      [16, encoded.byteLength],
      [16, 0],
    ] as const
    directory.push(
      record([32, 0x02014b50], [16, 20], ...facts, [16, 0], [16, 0], [16, 0], [32, 0], [32, offset]),
      encoded,
    )
    add(record([32, 0x04034b50], ...facts), encoded, packed)
  }
  const start = offset
  add(...directory)
  add(
    record(
      [32, 0x06054b50],
      [16, 0],
      [16, 0],
      [16, files.length],
      [16, files.length],
      [32, offset - start],
      [32, start],
      [16, 0],
    ),
  )
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** Returns names for files of an archive or a disk: without characters that one of them forbids, each unique. */
export function fileNames(names: readonly string[], extension: string): string[] {
  const usedNames = new Set<string>()
  return names.map(name => {
    const plain = name.replace(/[\u0000-\u001f"*/:<>?\\|]/g, '_').replace(/^\.+|[. ]+$/g, '') || 'list'
    let candidate = `${plain}${extension}`
    for (let number = 2; usedNames.has(candidate.toLowerCase()); number++)
      candidate = `${plain} (${number})${extension}`
    usedNames.add(candidate.toLowerCase())
    return candidate
  })
}
