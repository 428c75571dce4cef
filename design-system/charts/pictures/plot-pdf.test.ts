import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writePicturePdf } from './plot-pdf.ts'

const pixels = {
  width: 2,
  height: 1,
  data: Uint8ClampedArray.from([255, 0, 0, 255, 0, 128, 10, 255]),
}
const text = { title: 'Größe (1)', summary: 'حجم', language: 'de-DE' }

/** The file as one character for each byte. */
async function write(of = pixels): Promise<string> {
  return Buffer.from(await (await writePicturePdf(of, text)).arrayBuffer()).toString('latin1')
}
const utf16 = (value: string) => `<FEFF${Buffer.from(value, 'utf16le').swap16().toString('hex').toUpperCase()}>`

describe('PDF of a plot', () => {
  it('lists the place of each object', async () => {
    const file = await write()
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
    expect(file.slice(table, table + 5)).toBe('xref\n')
    const places = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place))
    expect(places).toHaveLength(8)
    for (const [index, place] of places.entries())
      expect(file.slice(place).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
  })

  it('contains the colours of the picture', async () => {
    const file = await write()
    const head = /\/FlateDecode \/Length (\d+) >>\nstream\n/.exec(file)
    const start = (head?.index ?? 0) + (head?.[0].length ?? 0)
    const data = Buffer.from(file.slice(start, start + Number(head?.[1])), 'latin1')
    expect([...inflateSync(data)]).toEqual([255, 0, 0, 0, 128, 10])
  })

  it('names itself in any script, and describes the picture', async () => {
    const file = await write()
    expect(file).toContain(`/Title ${utf16(text.title)} /Subject ${utf16(text.summary)}`)
    expect(file).toContain(`/Lang ${utf16(text.language)}`)
    expect(file).toContain(`/K 0 /Alt ${utf16(text.summary)}`)
  })

  it.each([
    [{ width: 4, height: 1 }, 'q 770.00 0 0 192.50 36 366.50 cm'],
    [{ width: 1, height: 1 }, 'q 523.00 0 0 523.00 36 36.00 cm'],
  ])('fits a picture of %j on the page', async (size, matrix) => {
    const data = new Uint8ClampedArray(size.width * size.height * 4)
    expect(await write({ ...size, data })).toContain(matrix)
  })
})
