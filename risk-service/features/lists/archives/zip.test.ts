import { expect, it } from 'vitest'
import { unpackZip } from '../testing/unpack-zip.ts'
import { fileNames, zip } from './zip.ts'

it('an archive holds its files, whatever their names are', async () => {
  const at = new Date('2025-11-20T12:34:56Z')
  const files = { 'Plain.csv': 'a,b\r\n1,2\r\n', 'Straße 😀.csv': 'x'.repeat(100_000), 'empty.csv': '' }
  const archive = await zip(
    Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text), at })),
  )
  expect(unpackZip(archive)).toEqual(files)
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
