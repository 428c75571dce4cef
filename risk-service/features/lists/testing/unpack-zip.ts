import { inflateRawSync } from 'node:zlib'

const fail = (fault: string): never => {
  throw new Error(`The archive is damaged: ${fault}.`)
}

/** Reads the files of an archive by its directory, as an unpacker does. @throws Error for a damaged one */
export function unpackZip(archive: Uint8Array): Record<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = archive.byteLength - 22
  if (view.getUint32(end, true) !== 0x06054b50) fail('it has no end')
  const files: Record<string, string> = {}
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry++) {
    if (view.getUint32(at, true) !== 0x02014b50) fail('its directory is elsewhere')
    const [packed, size, nameSize, offset] = [
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ]
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameSize))
    if (view.getUint32(offset, true) !== 0x04034b50) fail('a file is elsewhere')
    const start = offset + 30 + nameSize
    const bytes = inflateRawSync(archive.subarray(start, start + packed))
    if (bytes.byteLength !== size) fail('a file has another size')
    files[name] = bytes.toString()
    at += 46 + nameSize
  }
  if (at !== end) fail('its directory has another size')
  return files
}
