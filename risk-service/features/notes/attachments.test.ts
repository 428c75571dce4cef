import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Note, NoteAttachment } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { zip } from '../lists/archives/zip.ts'
import { matchesExtension } from './attachment-content.ts'

const text = (value: string) => new TextEncoder().encode(value)
const pdf = text('%PDF-1.7\n%%EOF')
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])
const jpg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
/** A zip file whose directory has these names: what distinguishes documents of Office Open XML. */
const zipOf = (...names: string[]): Promise<Uint8Array> => zip(names.map(name => ({ name, bytes: text('x'), at: now })))
/** A compound file with a directory entry of this name. */
function compoundOf(stream: string): Uint8Array {
  const bytes = new Uint8Array(1536)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.set(
    [...stream].flatMap(letter => [letter.charCodeAt(0), 0]),
    512 + 128,
  )
  return bytes
}
const fileOf = (content: Uint8Array, name: string) => new File([content as BlobPart], name)

describe('the type of a file', () => {
  it('a file has the type of its name when its signature and parts do', async () => {
    const word = await zipOf('[Content_Types].xml', 'word/document.xml')
    const excel = await zipOf('[Content_Types].xml', 'xl/workbook.xml')
    const contents = {
      jpg,
      jpeg: jpg,
      png,
      pdf,
      zip: await zipOf('a.txt'),
      docx: word,
      xlsx: excel,
      doc: compoundOf('WordDocument'),
      xls: compoundOf('Workbook'),
    }
    const accepted: Record<string, string[]> = {}
    for (const extension of Object.keys(contents) as (keyof typeof contents)[])
      for (const [kind, content] of Object.entries(contents))
        if (await matchesExtension(fileOf(content, 'x'), extension)) (accepted[extension] ??= []).push(kind)
    expect(accepted).toEqual({
      jpg: ['jpg', 'jpeg'],
      jpeg: ['jpg', 'jpeg'],
      png: ['png'],
      pdf: ['pdf'],
      zip: ['zip', 'docx', 'xlsx'],
      docx: ['docx'],
      xlsx: ['xlsx'],
      doc: ['doc'],
      xls: ['xls'],
    })
  })
  it.each(['docx', 'xlsx', 'zip', 'doc'] as const)('a damaged file is not of the type %s', async extension => {
    for (const content of [new Uint8Array(), text('PK'), text('PK\u0005\u0006'), new Uint8Array(600)])
      expect(await matchesExtension(fileOf(content, 'x'), extension)).toBe(extension === 'zip' && content.length === 4)
  })
})

describe('attachments of notes', () => {
  let bench: ConsoleBench
  beforeAll(async () => {
    bench = await openConsoleBench()
    await bench.store.db
      .insertInto('event_key')
      .values(
        [places.eu, places.us].map(place => ({
          environment_id: place,
          event_type: 'purchase',
          external_id: 'P-1',
          at: now,
          event_id: randomUUID(),
          answer: '{}',
        })),
      )
      .execute()
  })
  afterAll(() => bench.close())

  const base = (environment: string = places.eu) => `/environments/${environment}/events/purchase/P-1`
  async function attach(as: string, file: File, id: string = randomUUID(), environment: string = places.eu) {
    const form = new FormData()
    form.append('attachmentId', id)
    form.append('file', file)
    return bench.call(as, 'POST', `${base(environment)}/note-attachments`, undefined, { body: form })
  }
  const attached = async (as: string, file: File) => {
    const answer = await attach(as, file)
    expect(answer.status, JSON.stringify(answer.json)).toBe(200)
    return answer.json as NoteAttachment
  }
  const publish = (as: string, attachmentIds: string[], noteId: string = randomUUID(), environment?: string) =>
    bench.call(as, 'POST', `${base(environment)}/notes`, { noteId, text: 'With files', attachmentIds })
  const download = (as: string, id: string, environment?: string) =>
    bench.app.request(`/api/console/v1${base(environment)}/note-attachments/${id}`, {
      headers: { authorization: `Bearer ${as}` },
    })

  it('a file is uploaded, published with a note, and downloaded as a file', async () => {
    const first = await attached('engineer', fileOf(pdf, 'cases/Mahnung\u202e ä.pdf'))
    const second = await attached('engineer', fileOf(png, 'shot.PNG'))
    expect(first).toEqual({ id: first.id, name: 'Mahnung ä.pdf', mediaType: 'application/pdf', size: pdf.length })
    expect((await download('viewer', first.id)).status).toBe(404)
    expect((await download('engineer', first.id)).status).toBe(200)
    const note = (await publish('engineer', [second.id, first.id])).json as Note
    expect(note.attachments.map(({ name }) => name)).toEqual(['shot.PNG', 'Mahnung ä.pdf'])
    const answer = await download('viewer', first.id)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=utf-8''Mahnung/i)
    expect(answer.headers.get('content-type')).toContain('application/pdf')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pdf)
    for (const [who, environment] of [
      ['engineer', places.us],
      ['outsider', places.eu],
      ['nobody', places.eu],
    ] as const)
      expect((await download(who, first.id, environment)).status).toBe(404)
  })
  it.each([
    [fileOf(pdf, 'run.exe'), 'notes do not take files of this type'],
    [fileOf(pdf, 'pdf'), 'notes do not take files of this type'],
    [fileOf(pdf, 'shot.png'), 'the content is not that of a file of the type png'],
    [fileOf(new Uint8Array(), 'empty.pdf'), 'the file is empty'],
    [fileOf(text('<html>'), 'page.docx'), 'the content is not that of a file of the type docx'],
  ])('a file is refused with its name: %s', async (file, reason) => {
    const answer = await attach('engineer', file)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ details: { issues: [{ path: ['file'] }] } })
    expect(answer.body['message']).toContain(`${file.name}: ${reason}`)
  })
  it('a file of more than 20 MB is refused', async () => {
    const large = new Uint8Array(20 * 1024 * 1024 + 1)
    large.set(pdf)
    const answer = await attach('engineer', fileOf(large, 'large.pdf'))
    expect([answer.status, answer.body['message']]).toEqual([422, 'large.pdf: the file is larger than 20 MB.'])
    expect((await attach('engineer', fileOf(large.subarray(1), 'shifted.pdf'))).status).toBe(422)
    large[0] = pdf[0] ?? 0
    expect((await attach('engineer', fileOf(large.subarray(0, -1), 'full.pdf'))).status).toBe(200)
  })
  it('a note has ten files, each once, of its author and its event', async () => {
    const { id } = await attached('engineer', fileOf(pdf, 'a.pdf'))
    const others = await attached('colleague', fileOf(pdf, 'b.pdf'))
    const issue = (answer: { body: object }) => (answer.body as { details?: { issues?: unknown[] } }).details?.issues
    expect(issue(await publish('engineer', [id, others.id]))).toMatchObject([{ path: ['attachmentIds', 1] }])
    expect(issue(await publish('engineer', [id, id]))).toMatchObject([{ path: ['attachmentIds', 1] }])
    expect(issue(await publish('engineer', [randomUUID()]))).toMatchObject([{ path: ['attachmentIds', 0] }])
    expect(issue(await publish('engineer', [id], randomUUID(), places.us))).toMatchObject([
      { path: ['attachmentIds', 0] },
    ])
    const eleven = Array.from({ length: 11 }, () => randomUUID())
    expect(issue(await publish('engineer', eleven))).toMatchObject([{ path: ['attachmentIds'] }])
    expect((await publish('engineer', [id])).status).toBe(200)
    expect(issue(await publish('engineer', [id]))).toMatchObject([{ path: ['attachmentIds', 0] }])
  })
  it('an edit takes a file away, and a deleted note shows none', async () => {
    const [a, b] = [await attached('engineer', fileOf(pdf, 'a.pdf')), await attached('engineer', fileOf(png, 'b.png'))]
    const note = (await publish('engineer', [a.id, b.id])).json as Note
    const edited = await bench.call('engineer', 'PATCH', `${base()}/notes/${note.id}`, {
      text: note.text,
      attachmentIds: [b.id],
      baseVersion: 1,
    })
    expect((edited.json as Note).attachments).toMatchObject([{ id: b.id }])
    expect((await download('engineer', a.id)).status).toBe(404)
    expect((await bench.call('engineer', 'DELETE', `${base()}/note-attachments/${b.id}`)).json).toEqual({
      removed: false,
    })
    await bench.call('engineer', 'DELETE', `${base()}/notes/${note.id}`)
    expect((await download('engineer', b.id)).status).toBe(404)
    const { before } = await bench.store.db
      .selectFrom('audit_log')
      .select('before')
      .where('operation', '=', 'Delete')
      .where('resource_id', '=', note.id)
      .executeTakeFirstOrThrow()
    expect(before).toMatchObject({ attachments: [{ name: 'b.png', size: png.length }] })
  })
  it('files that no note published are removed by their owner, after a day, and counted', async () => {
    const { id } = await attached('colleague', fileOf(pdf, 'a.pdf'))
    expect((await bench.call('engineer', 'DELETE', `${base()}/note-attachments/${id}`)).json).toEqual({
      removed: false,
    })
    expect((await bench.call('colleague', 'DELETE', `${base()}/note-attachments/${id}`)).json).toEqual({
      removed: true,
    })
    const repeated = randomUUID()
    for (const _time of [1, 2]) expect((await attach('colleague', fileOf(pdf, 'a.pdf'), repeated)).status).toBe(200)
    expect((await attach('colleague', fileOf(png, 'a.png'), repeated)).body.code).toBe('notes.exists')
    const pending = bench.store.db.selectFrom('note_attachment').where('note_id', 'is', null)
    const countOf = async () =>
      (await pending.where('owner_id', '=', bench.person('colleague').id).select('id').execute()).length
    while ((await countOf()) < 30) await attached('colleague', fileOf(pdf, 'more.pdf'))
    expect((await attach('colleague', fileOf(pdf, 'last.pdf'))).body.code).toBe('notes.uploadLimit')
    await bench.store.db
      .updateTable('note_attachment')
      .set({ created_at: new Date(now.getTime() - 25 * 3_600_000) })
      .where('note_id', 'is', null)
      .execute()
    await attached('colleague', fileOf(pdf, 'next.pdf'))
    expect(await countOf()).toBe(1)
  })
  it('a viewer attaches nothing', async () => {
    expect((await attach('viewer', fileOf(pdf, 'a.pdf'))).status).toBe(403)
  })
})
