import type { Rule, RuleBody } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, client } from '../../platform/api/client.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { onRecovery } from '../../platform/offline/connection.ts'
import { createAutosaver, type SaveState } from './autosave.ts'
import { applyEdit, type DraftEdit } from './draft.ts'
import { isNameRefusal } from './refusals.ts'

/** The caller's draft of a rule: edits, saving by itself, publishing and discarding. */
export interface RuleDraft {
  body: RuleBody | null
  edit: (edit: DraftEdit) => void
  state: SaveState
  /** A name that another rule has: the draft keeps its old one until there is a free one. */
  refusedName: string | null
  flush: () => Promise<boolean>
  dirty: () => boolean
  /** Gives up what could not be saved. */
  drop: () => void
  start: () => Promise<void>
  discard: () => Promise<void>
  /** Takes over a draft that the service made. */
  take: (rule: Rule) => void
  /** @throws TakenName when the draft could not be given this name */
  publish: (status: 'active' | 'inactive', overwrite: boolean, name: string) => Promise<Rule>
}

/** Another rule has the name. */
export class TakenName extends Error {}

const bodyOf = ({ name, description, condition, clauses, sample }: RuleBody): RuleBody => ({ name, description, condition, clauses, sample })

export function useRuleDraft(rule: Rule, environmentId: string): RuleDraft {
  const queryClient = useQueryClient()
  const [body, setBody] = useState<RuleBody | null>(() => rule.draft && bodyOf(rule.draft))
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [refusedName, setRefusedName] = useState<string | null>(null)
  // The newest draft and the last answer, for work that ends after the render that began it.
  const latest = useRef(body)
  const stored = useRef(rule)
  const show = (next: RuleBody | null) => {
    latest.current = next
    setBody(next)
  }

  const [tools] = useState(() => {
    const address = { environmentId, ruleId: rule.id }
    const keep = (answer: Rule) => {
      stored.current = answer
      queryClient.setQueryData(api.rules.get.queryKey({ input: { ...address, eventType: rule.eventType } }), answer)
    }
    const listChanged = (refetchType: 'none' | 'active') => queryClient.invalidateQueries({ queryKey: api.rules.list.key(), refetchType })
    const save = async (next: RuleBody) => {
      try {
        keep(await client.rules.saveDraft({ ...address, body: next }))
      } catch (error) {
        const name = stored.current.draft?.name ?? stored.current.published?.name
        if (!isNameRefusal(error) || name === undefined || name === next.name) throw error
        // Everything but the name can be saved: nothing else that was typed depends on it.
        setRefusedName(next.name)
        if (latest.current?.name === next.name) show({ ...latest.current, name })
        keep(await client.rules.saveDraft({ ...address, body: { ...next, name } }))
      }
      void listChanged('none')
    }
    return { address, keep, listChanged, saver: createAutosaver<RuleBody>({ save, onState: setState }) }
  })
  const { address, keep, listChanged, saver } = tools

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!saver.dirty()) return
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
  useDraft<RuleBody>(`rule/${rule.id}`, saver.dirty() ? body : null, kept => {
    if (!latest.current) return
    show(kept)
    saver.change(kept)
  })

  return {
    body, state, refusedName,
    edit(edit) {
      if (!latest.current) return
      if (edit.type === 'name') setRefusedName(null)
      const next = applyEdit(latest.current, edit)
      if (next === latest.current) return
      show(next)
      saver.change(next)
    },
    flush: saver.flush, dirty: saver.dirty, drop: saver.drop,
    async start() {
      const { published } = stored.current
      if (!published) return
      const answer = await client.rules.saveDraft({ ...address, body: bodyOf(published) })
      keep(answer)
      show(answer.draft && bodyOf(answer.draft))
      void listChanged('active')
    },
    async discard() {
      saver.drop()
      await saver.flush()
      await client.rules.discardDraft(address)
      keep({ ...stored.current, draft: null })
      show(null)
      void listChanged('active')
    },
    take(answer) {
      saver.drop()
      keep(answer)
      show(answer.draft && bodyOf(answer.draft))
      void listChanged('active')
    },
    async publish(status, overwrite, name) {
      if (!(await saver.flush())) throw new Error('The draft could not be saved.')
      if (stored.current.draft && stored.current.draft.name !== name) throw new TakenName()
      const answer = await client.rules.publish({ ...address, status, baseVersion: stored.current.draft?.baseVersion ?? stored.current.version, overwrite })
      keep(answer)
      show(null)
      void listChanged('active')
      return answer
    },
  }
}
