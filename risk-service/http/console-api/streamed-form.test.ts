import { expect, it } from 'vitest'
import { streamForm } from './streamed-form.ts'

const limits = { size: 1_000_000, fieldSize: 1000 }

/** A request whose body arrives in pieces of some bytes. */
async function requestOf(form: FormData, pieceSize: number): Promise<Request> {
  const whole = new Request('http://service.example/', { method: 'POST', body: form })
  const bytes = new Uint8Array(await whole.clone().arrayBuffer())
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + pieceSize))
      at += pieceSize
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: whole.headers, body, duplex: 'half' }
  return new Request('http://service.example/', init)
}
const read = async (form: FormData, pieceSize = 64_000): Promise<FormData> =>
  streamForm(await requestOf(form, pieceSize), limits).formData()

it.each([1, 7, 64_000])(
  'returns the names, fields and files of a form that arrives in pieces of %i bytes',
  async size => {
    const form = new FormData()
    form.append('data', '{"listId":"ü"}')
    form.append('data', '')
    const content = `Email\r\n--\r\n${'x'.repeat(500)}\r\n------formdata-\r\n`
    form.append('a "file"', new File([content], 'Überweisung "neu"\r\n.csv', { type: 'text/csv' }))
    form.append('empty', new File([], 'empty.csv'))
    const found = await read(form, size)
    expect([...found.keys()]).toEqual(['data', 'data', 'a "file"', 'empty'])
    expect(found.getAll('data')).toEqual(['{"listId":"ü"}', ''])
    const file = found.get('a "file"') as File
    expect([file.name, file.type, await file.text()]).toEqual(['Überweisung "neu"\r\n.csv', 'text/csv', content])
    expect((found.get('empty') as File).size).toBe(0)
  },
)

it('refuses a form that is larger than its limits, and one that ends too early', async () => {
  const large = new FormData()
  large.append('file', new File(['x'.repeat(limits.size + 1)], 'large.csv'))
  await expect(read(large)).rejects.toThrow()
  const long = new FormData()
  long.append('data', 'x'.repeat(limits.fieldSize + 1))
  await expect(read(long)).rejects.toThrow('A field of the form is too long.')
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const cut = new Request('http://service.example/', { method: 'POST', headers, body: '--x\r\nContent-Disp' })
  await expect(streamForm(cut, limits).formData()).rejects.toThrow()
})

it('leaves other bodies to the platform', () => {
  const request = new Request('http://service.example/', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  expect(Object.hasOwn(streamForm(request, limits), 'formData')).toBe(false)
})
