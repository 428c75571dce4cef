import { useEffect, useRef, useState } from 'react'
import { isNameTaken } from '../../api/api-error.ts'
import { onReconnect } from '../../offline/connection.ts'
import { useRecovery } from '../../recovery/use-recovery.ts'
import { isLeavingForSignIn } from '../../session/index.ts'
import { createAutosaver, type SaveState } from './autosave.ts'

/** Something that is published, with the caller's draft of it. */
export interface PublishedWithDraft<Body> {
  version: number
  published: Body | null
  draft: (Body & { baseVersion: number; savedAt: string }) | null
}

/** The caller's draft: edits, saving by itself, publishing and discarding. */
export interface StoredDraft<Body, Answer> {
  body: Body | null
  change: (edit: (body: Body) => Body) => void
  state: SaveState
  /** A name that another resource has: the draft retains its previous name until the new one is free. */
  rejectedName: string | null
  flush: () => Promise<boolean>
  dirty: () => boolean
  /** Discards what could not be saved. */
  drop: () => void
  start: () => Promise<void>
  discard: () => Promise<void>
  /** Shows a draft that the service created. */
  replace: (answer: Answer) => void
  /** @throws NameTakenError when another resource has the name of the draft */
  publish: (name: string, send: (baseVersion: number) => Promise<Answer>) => Promise<Answer>
}

/** Something else has the name. */
export class NameTakenError extends Error {}

interface StoredDraftOptions<Body, Answer> {
  /** Id under which recovery stores the draft while the user is at the sign-in page. */
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
export function useStoredDraft<Body extends { name: string }, Answer extends PublishedWithDraft<Body>>(
  options: StoredDraftOptions<Body, Answer>,
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
    const recordStored = (answer: Answer) => {
      stored.current = answer
      options.onStored(answer)
    }
    const save = async (next: Body) => {
      try {
        recordStored(await options.save(next))
      } catch (error) {
        const name = stored.current.draft?.name ?? stored.current.published?.name
        if (!isNameTaken(error) || name === undefined || name === next.name) throw error
        // Everything but the name can be saved: nothing else that was typed depends on it.
        setRefusedName(next.name)
        if (latest.current?.name === next.name) show({ ...latest.current, name })
        recordStored(await options.save({ ...next, name }))
      }
      void options.onListChanged('none')
    }
    return { recordStored, options, saver: createAutosaver<Body>({ save, onState: setState }) }
  })
  const {
    recordStored,
    saver,
    options: { save, discard, onListChanged },
  } = tools

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!saver.dirty() || isLeavingForSignIn()) return
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
  useEffect(() => onReconnect(() => void saver.flush()), [saver])
  useRecovery<Body>(id, saver.dirty() ? body : null, recovered => {
    if (!latest.current) return
    show(recovered)
    saver.change(recovered)
  })

  return {
    body,
    state,
    rejectedName: refusedName,
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
      recordStored(answer)
      show(answer.draft && bodyOf(answer.draft))
      void onListChanged('active')
    },
    async discard() {
      saver.drop()
      await saver.flush()
      await discard()
      recordStored({ ...stored.current, draft: null })
      show(null)
      void onListChanged('active')
    },
    replace(answer) {
      saver.drop()
      recordStored(answer)
      show(answer.draft && bodyOf(answer.draft))
      void onListChanged('active')
    },
    async publish(name, send) {
      if (!(await saver.flush())) throw new Error('The draft could not be saved.')
      if (stored.current.draft && stored.current.draft.name !== name) throw new NameTakenError()
      const answer = await send(stored.current.draft?.baseVersion ?? stored.current.version)
      recordStored(answer)
      show(null)
      void onListChanged('active')
      return answer
    },
  }
}
