// @vitest-environment jsdom
import type { Note, NoteList, NoteThread } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeLastEnvironment } from '../environments/last-environment.ts'
import { upload } from '../files/upload.ts'
import { publishLiveEvent } from '../live/live-events.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubLayout } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { withCapabilities, withReadAccess } from '../testing/session.ts'
import { chooseMenuItem, fillField, pressButton } from '../testing/user-input.ts'
import { NotesPanel } from './notes-panel.tsx'

vi.mock('../files/upload.ts', () => ({ upload: vi.fn() }))

const place = { environmentId, eventType: 'purchase', eventId: 'P-1' }
const note = (id: number, more: Partial<Note> = {}): NoteThread => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  parentId: null,
  author: { id: 'ben', name: 'Ben Okafor' },
  text: `Text ${id}`,
  mentions: [],
  attachments: [],
  system: null,
  version: 1,
  createdAt: `2026-01-05T10:0${id}:00.000Z`,
  editedAt: null,
  deleted: null,
  own: false,
  editable: false,
  removable: false,
  replies: [],
  ...more,
})
const own = { own: true, editable: true, removable: true, author: { id: 'user', name: 'Engineer' } }

let threads: NoteThread[]
let calls: RecordedCall[]
let answers: Record<string, (input: Record<string, unknown>) => unknown>
const list = (): NoteList => ({
  eventId: 'P-1',
  threads,
  next: null,
  total: threads.length,
  unread: 0,
  readAt: '2026-01-05T10:01:30.000Z',
})
beforeEach(() => {
  stubLayout()
  sessionStorage.clear()
  storeLastEnvironment('tenant', environmentId)
  threads = []
  answers = {
    'notes.list': list,
    'notes.create': input => {
      const created = note(9, { ...own, text: String(input['text']) })
      threads = [created, ...threads]
      return created
    },
  }
  calls = stubConsoleApi(new Proxy(answers, { get: (all, name: string) => all[name] }))
  vi.mocked(upload).mockReset()
})
afterEach(cleanup)
const render = (around: (content: ReactNode) => ReactNode = content => content) =>
  renderFailingPage(around(createElement(NotesPanel, place)))
const callsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const field = (name = 'New note') => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
async function write(text: string): Promise<void> {
  await pressButton('Write a note')
  fillField(await field(), text)
}

describe('reading', () => {
  it('notes show their text as it was typed, links, replies, and what the service reports', async () => {
    threads = [
      note(3, {
        text: '<b>not bold</b> https://a.example, @Ana',
        mentions: [{ userId: 'a', name: 'Ana', from: 35, to: 39, hasAccess: false }],
      }),
      note(2, {
        author: null,
        text: 'Called the bank.',
        system: { event: 'decided', params: { decision: 'Reject', reason: 'Stolen card' } },
      }),
      { ...note(1, { text: '', deleted: { by: 'Max', at: '2026-01-05T11:00:00.000Z' } }), replies: [note(0)] },
    ]
    render()
    expect(await screen.findByText(/<b>not bold<\/b>/)).toBeDefined()
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /a\.example/ }).href).toBe('https://a.example/')
    expect(screen.getByRole('img', { name: 'No access to this environment' })).toBeDefined()
    expect(screen.getByText(/^Decision/).textContent).toBe('Decision Reject, reason Stolen card')
    expect(screen.getByText(/^Note deleted by/).textContent).toMatch(/^Note deleted by Max, /)
    expect(screen.getByText('Text 0')).toBeDefined()
    // The third note is newer than the last visit, what the service reports is never new.
    expect(screen.getAllByText('New')).toHaveLength(1)
  })
  it('an event without notes says what they are for', async () => {
    render()
    expect(await screen.findByRole('heading', { name: 'No notes yet' })).toBeDefined()
    expect(screen.getByText(/Write down what you found out/)).toBeDefined()
  })
  it('notes that are on their way leave room for them', async () => {
    answers['notes.list'] = () => new Promise(() => undefined)
    render()
    await screen.findByRole('button', { name: 'Write a note' })
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
    expect(screen.queryByText('No notes yet')).toBeNull()
  })
  it('notes count as read once they were in view for a moment, and stay marked as new for the visit', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          setTimeout(() => seen([{ isIntersecting: true }]))
        }
        observe(): void {}
        disconnect(): void {}
      },
    )
    threads = [note(3)]
    let unread = 1
    answers['notes.list'] = () => ({ ...list(), unread })
    answers['notes.markRead'] = () => {
      unread = 0
      return { readAt: '2026-01-05T12:00:00.000Z' }
    }
    render()
    await screen.findByText('New')
    expect(callsOf('notes.markRead')).toEqual([])
    await waitFor(() => expect(callsOf('notes.markRead')).toEqual([place]), { timeout: 3000 })
    await waitFor(() => expect(callsOf('notes.list')).toHaveLength(2))
    expect(screen.getByText('New')).toBeDefined()
  })
  it('notes that cannot be loaded are asked for again', async () => {
    answers['notes.list'] = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    render()
    threads = [note(1)]
    await screen.findByRole('button', { name: 'Try again' })
    answers['notes.list'] = list
    await pressButton('Try again')
    expect(await screen.findByText('Text 1')).toBeDefined()
  })
  it('a user who may only read finds nothing to press', async () => {
    threads = [note(1)]
    render(withReadAccess)
    await screen.findByText('Text 1')
    expect(screen.queryAllByRole('button')).toEqual([])
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(screen.queryByRole('textbox')).toBeNull()
  })
  it('a user without the right to read notes sees no panel', async () => {
    render(content => withCapabilities(content, ({ notes: _notes, ...rest }) => rest))
    await waitFor(() => expect(document.querySelector('h2')).toBeNull())
    expect(callsOf('notes.list')).toEqual([])
  })
  it('notes of others appear without a reload, those of other events are not asked for', async () => {
    render()
    await screen.findByText('No notes yet')
    threads = [note(1)]
    publishLiveEvent({ kind: 'notes', ...place, eventId: 'P-2' })
    publishLiveEvent({ kind: 'notes', ...place })
    expect(await screen.findByText('Text 1', undefined, { timeout: 2000 })).toBeDefined()
    expect(callsOf('notes.list')).toHaveLength(2)
  })
})

describe('writing', () => {
  it('n opens the field, and a note is published with its text', async () => {
    render()
    await screen.findByText('No notes yet')
    fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN' })
    fillField(await field(), 'Same locker')
    await pressButton('Publish note')
    await screen.findByText('Same locker')
    expect(callsOf('notes.create')).toMatchObject([
      { ...place, text: 'Same locker', parentId: null, attachmentIds: [] },
    ])
    expect(screen.queryByRole('textbox')).toBeNull()
    // The focus is not lost with the field.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write a note' })))
  })
  it('a text that was not published stays, and is sent again under its id', async () => {
    const publish = answers['notes.create'] as (input: Record<string, unknown>) => unknown
    answers['notes.create'] = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    render()
    await write('Same locker')
    await pressButton('Publish note')
    await screen.findByText(/could not|went wrong|failed/i)
    expect((await field()).value).toBe('Same locker')
    answers['notes.create'] = publish
    await pressButton('Publish note')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    const [first, second] = callsOf('notes.create')
    expect(first?.['noteId']).toBe(second?.['noteId'])
  })
  it('an event with the most notes says so', async () => {
    answers['notes.create'] = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'notes.limit' } })
    }
    render()
    await write('One too many')
    await pressButton('Publish note')
    expect((await screen.findByText(/as many notes as/)).closest('[role=alert]')).not.toBeNull()
  })
  it('a draft is there after a reload, until it is discarded; that can be undone', async () => {
    render()
    await write('Half a thought')
    cleanup()
    render()
    expect((await field()).value).toBe('Half a thought')
    await pressButton('Discard draft')
    await screen.findByText('Draft discarded.')
    await pressButton('Undo')
    expect((await field()).value).toBe('Half a thought')
    await pressButton('Discard draft')
    cleanup()
    render()
    await screen.findByRole('button', { name: 'Write a note' })
    expect(screen.queryByRole('textbox')).toBeNull()
  })
  it('a reply belongs to its note', async () => {
    threads = [note(1)]
    render()
    await pressButton('Reply to Ben Okafor')
    fillField(await field('Reply to Ben Okafor'), 'The bank confirms')
    await pressButton('Publish reply')
    await waitFor(() =>
      expect(callsOf('notes.create')).toMatchObject([{ text: 'The bank confirms', parentId: note(1).id }]),
    )
  })
  it('@ and a name offers people, and warns about one who cannot see the event', async () => {
    answers['notes.candidates'] = () => [
      { userId: 's', name: 'Sofia Lind', username: 'sofia@harbor.example', hasAccess: true },
      { userId: 'k', name: 'Kim Sol', username: 'kim@harbor.example', hasAccess: false },
    ]
    render()
    await pressButton('Write a note')
    const text = await field()
    fillField(text, 'see @')
    fireEvent.click(await screen.findByRole('option', { name: /Kim Sol.*No access/ }))
    expect(text.value).toBe('see @Kim Sol ')
    expect(await screen.findByText(/cannot see this event/)).toBeDefined()
    fillField(text, 'see @sofia')
    await waitFor(() => expect(screen.queryByText(/cannot see this event/)).toBeNull())
  })
})

describe('changing', () => {
  it('the author edits, and the version that was read goes along', async () => {
    threads = [note(1, own)]
    answers['notes.update'] = () => {
      threads = [note(1, { ...own, text: 'Better', version: 2, editedAt: '2026-01-05T12:00:00.000Z' })]
      return threads[0]
    }
    answers['notes.versions'] = () => [{ version: 1, text: 'Text 1', writtenAt: '2026-01-05T10:01:00.000Z' }]
    render()
    await screen.findByText('Text 1')
    await chooseMenuItem('Actions for the note by Engineer', 'Edit')
    fillField(await field('Edit note'), 'Better')
    await pressButton('Save changes')
    await screen.findByText('Better')
    expect(callsOf('notes.update')).toMatchObject([{ noteId: note(1).id, text: 'Better', baseVersion: 1 }])
    await pressButton('Edited')
    expect(await within(await screen.findByRole('dialog')).findByText('Text 1')).toBeDefined()
  })
  it('a conflict keeps the text and says what to do', async () => {
    threads = [note(1, own)]
    answers['notes.update'] = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'version.conflict' } })
    }
    render()
    await screen.findByText('Text 1')
    await chooseMenuItem('Actions for the note by Engineer', 'Edit')
    fillField(await field('Edit note'), 'Better')
    await pressButton('Save changes')
    await screen.findByText(/changed this note elsewhere/)
    expect((await field('Edit note')).value).toBe('Better')
  })
  it('a manager deletes the note of another user after a question, and edits it not', async () => {
    threads = [note(1, { removable: true })]
    answers['notes.remove'] = () => {
      threads = [note(1, { text: '', deleted: { by: 'Engineer', at: '2026-01-05T11:00:00.000Z' } })]
      return threads[0]
    }
    render()
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for the note by Ben Okafor' }), {
      key: 'Enter',
    })
    await screen.findByRole('menuitem', { name: 'Delete' })
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await screen.findByText(/stays in the activity log/)
    expect(callsOf('notes.remove')).toEqual([])
    await pressButton('Delete note')
    await screen.findByText(/^Note deleted by/)
    expect(callsOf('notes.remove')).toMatchObject([{ noteId: note(1).id }])
  })
})

describe('attachments', () => {
  const pdf = new File(['%PDF-'], 'receipt.pdf')
  const attach = async (...files: File[]) => {
    const box = (await field()).closest('[data-slot=note-composer]') as HTMLElement
    fireEvent.drop(box, { dataTransfer: { files, types: ['Files'] } })
  }
  it('a file is uploaded with the draft and published with the note', async () => {
    vi.mocked(upload).mockImplementation(({ file, onProgress, fields }) => {
      onProgress(1, 2)
      return Promise.resolve({ id: fields['attachmentId'], name: file.name, size: file.size })
    })
    render()
    await write('With a receipt')
    await attach(pdf)
    await screen.findByRole('button', { name: 'Remove receipt.pdf' })
    await pressButton('Publish note')
    await waitFor(() => expect(callsOf('notes.create')).toHaveLength(1))
    const [input] = vi.mocked(upload).mock.calls[0] ?? []
    expect(input?.path).toBe(`/environments/${environmentId}/events/purchase/P-1/note-attachments`)
    expect(callsOf('notes.create')).toMatchObject([{ attachmentIds: [input?.fields['attachmentId']] }])
  })
  it('a file of another type than its name is named, and the note waits until it is removed', async () => {
    vi.mocked(upload).mockRejectedValue(
      new ORPCError('invalid', { status: 422, data: { issues: [{ path: ['file'], message: 'no' }] } }),
    )
    render()
    await write('With a receipt')
    await attach(pdf)
    expect(await screen.findByText('The content is not that of a file of the type pdf.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish note' }).disabled).toBe(true)
    await pressButton('Remove receipt.pdf')
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish note' }).disabled).toBe(false),
    )
  })
  it('a file of 10 MB shows how much of it has arrived, and can be stopped without a trace', async () => {
    const large = new File([new Uint8Array(10 * 1024 * 1024)], 'scan.pdf', { type: 'application/pdf' })
    let signal: AbortSignal | undefined
    let sent: (sent: number, total: number) => void = () => undefined
    vi.mocked(upload).mockImplementation(input => {
      signal = input.signal
      sent = input.onProgress
      return new Promise((_resolve, reject) => {
        input.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      })
    })
    render()
    await write('With a scan')
    await attach(large)
    const progress = await screen.findByRole('progressbar')
    act(() => sent(2.5 * 1024 * 1024, 10 * 1024 * 1024))
    await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('25'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish note' }).disabled).toBe(true)
    await pressButton('Remove scan.pdf')
    await waitFor(() => expect(screen.queryByText('scan.pdf')).toBeNull())
    expect(signal?.aborted).toBe(true)
    await pressButton('Publish note')
    await waitFor(() => expect(callsOf('notes.create')).toMatchObject([{ attachmentIds: [] }]))
  })
  it('a note of 4,001 characters is not sent and keeps its text, and one of 4,000 is published', async () => {
    render()
    const text = 'a'.repeat(4001)
    await write(text)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish note' }).disabled).toBe(true)
    expect((await field()).value).toBe(text)
    fillField(await field(), text.slice(1))
    await pressButton('Publish note')
    await waitFor(() => expect(callsOf('notes.create')).toMatchObject([{ text: text.slice(1) }]))
  })
})
