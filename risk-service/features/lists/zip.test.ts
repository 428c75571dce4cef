import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { fileNames, zip } from './zip.ts'

/** Reads the files of an archive by its directory, as an unpacker does. */
function unpack(archive: Uint8Array): Record<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = archive.byteLength - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files: Record<string, string> = {}
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry++) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const [packed, size, nameSize, offset] = [
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ]
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameSize))
    expect(view.getUint32(offset, true)).toBe(0x04034b50)
    const start = offset + 30 + nameSize
    const bytes = inflateRawSync(archive.subarray(start, start + packed))
    expect(bytes.byteLength).toBe(size)
    files[name] = bytes.toString()
    at += 46 + nameSize
  }
  expect(at).toBe(end)
  return files
}

it('an archive holds its files, whatever their names are', async () => {
  const at = new Date('2025-11-20T12:34:56Z')
  const files = { 'Plain.csv': 'a,b\r\n1,2\r\n', 'Straße 😀.csv': 'x'.repeat(100_000), 'empty.csv': '' }
  const archive = await zip(
    Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text), at })),
  )
  expect(unpack(archive)).toEqual(files)
  // The check sum of "123456789" is the check value in the definition of CRC-32.
  const known = await zip([{ name: 'n', bytes: new TextEncoder().encode('123456789'), at }])
  expect(new DataView(known.buffer).getUint32(14, true)).toBe(0xcbf43926)
})

it('the names of files in an archive suit every system, and no name is there twice', () => {
  expect(fileNames(['A/B: "c"', 'a_b_ _c_', '...', 'Plain', 'x. '], '.csv')).toEqual([
    'A_B_ _c_.csv',
    'a_b_ _c_ (2).csv',
    'list.csv',
    'Plain.csv',
    'x.csv',
  ])
})
