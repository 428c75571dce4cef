import { useEffect, useRef, useState } from 'react'
import { useDraft } from '../drafts/use-draft.ts'
import { onRecovery } from '../offline/connection.ts'
import { leavesForSignIn } from '../session/index.ts'
import { createAutosaver, type SaveState } from './autosave.ts'
import { isNameRefusal } from './refusals.ts'

/** Something that is published, with the caller's draft of it. */
export interface Stored<Body> {
  version: number
  published: Body | null
  draft: (Body & { baseVersion: number; savedAt: string }) | null
}

/** The caller's draft: edits, saving by itself, publishing and discarding. */
export interface StoredDraft<Body, Answer> {
  body: Body | null
  change: (edit: (body: Body) => Body) => void
  state: SaveState
  /** A name that another one has: the draft keeps its old one until there is a free one. */
  refusedName: string | null
  flush: () => Promise<boolean>
  dirty: () => boolean
  /** Gives up what could not be saved. */
  drop: () => void
  start: () => Promise<void>
  discard: () => Promise<void>
  /** Takes over a draft that the service made. */
  take: (answer: Answer) => void
  /** @throws TakenName when the draft could not be given this name */
  publish: (name: string, send: (baseVersion: number) => Promise<Answer>) => Promise<Answer>
}

/** Something else has the name. */
export class TakenName extends Error {}

interface Options<Body, Answer> {
  /** Under which the draft is kept over a way to the sign-in page. */
  id: string
  stored: Answer
  /** The body without what the service adds. */
  bodyOf: (body: Body) => Body
  save: (body: Body) => Promise<Answer>
  discard: () => Promise<unknown>
  /** The last answer of the service, for whatever else shows it. */
  onStored: (answer: Answer) => void
  /** Lists that name it are out of date. */
  onListChanged: (refetch: 'none' | 'active') => unknown
}

/**
 * What is called is what the first render gave: it depends on the address alone, and another address is another editor.
 */
export function useStoredDraft<Body extends { name: string }, Answer extends Stored<Body>>(
  options: Options<Body, Answer>,
): StoredDraft<Body, Answer> {
  const { id, stored: first, bodyOf } = options
  const [body, setBody] = useState<Body | null>(() => first.draft && bodyOf(first.draft))
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [refusedName, setRefusedName] = useState<string | null>(null)
  // The newest draft and the last answer, for work that ends after the render that began it.
  const latest = useRef(body)
  const stored = useRef(first)
  const show = (next: Body | null) => {
    latest.current = next
    setBody(next)
  }

  const [tools] = useState(() => {
    const keep = (answer: Answer) => {
      stored.current = answer
      options.onStored(answer)
    }
    const save = async (next: Body) => {
      try {
        keep(await options.save(next))
      } catch (error) {
        const name = stored.current.draft?.name ?? stored.current.published?.name
        if (!isNameRefusal(error) || name === undefined || name === next.name) throw error
        // Everything but the name can be saved: nothing else that was typed depends on it.
        setRefusedName(next.name)
        if (latest.current?.name === next.name) show({ ...latest.current, name })
        keep(await options.save({ ...next, name }))
      }
      void options.onListChanged('none')
    }
    return { keep, options, saver: createAutosaver<Body>({ save, onState: setState }) }
  })
  const {
    keep,
    saver,
    options: { save, discard, onListChanged },
  } = tools

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!saver.dirty() || leavesForSignIn()) return
      void saver.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void saver.flush()
    }
  }, [saver])

  // What could not be saved is saved as soon as the service is back.
  useEffect(() => onRecovery(() => void saver.flush()), [saver])
  useDraft<Body>(id, saver.dirty() ? body : null, kept => {
    if (!latest.current) return
    show(kept)
    saver.change(kept)
  })

  return {
    body,
    state,
    refusedName,
    change(edit) {
      if (!latest.current) return
      const next = edit(latest.current)
      if (next === latest.current) return
      if (next.name !== latest.current.name) setRefusedName(null)
      show(next)
      saver.change(next)
    },
    flush: saver.flush,
    dirty: saver.dirty,
    drop: saver.drop,
    async start() {
      const { published } = stored.current
      if (!published) return
      const answer = await save(bodyOf(published))
      keep(answer)
      show(answer.draft && bodyOf(answer.draft))
      void onListChanged('active')
    },
    async discard() {
      saver.drop()
      await saver.flush()
      await discard()
      keep({ ...stored.current, draft: null })
      show(null)
      void onListChanged('active')
    },
    take(answer) {
      saver.drop()
      keep(answer)
      show(answer.draft && bodyOf(answer.draft))
      void onListChanged('active')
    },
    async publish(name, send) {
      if (!(await saver.flush())) throw new Error('The draft could not be saved.')
      if (stored.current.draft && stored.current.draft.name !== name) throw new TakenName()
      const answer = await send(stored.current.draft?.baseVersion ?? stored.current.version)
      keep(answer)
      show(null)
      void onListChanged('active')
      return answer
    },
  }
}
