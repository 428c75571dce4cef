import {
  guessOrigin,
  type Translation,
  TranslationError,
  type TranslationOrigin,
  translateRules,
} from '@assay/risk-service/fql/translation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import { attributesByPath } from '../../../platform/authoring/fql/resource-names.ts'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'

/** Why there is no translation: the code of a message, with its parameters. */
export interface TranslationFault {
  code: TranslationError['code'] | 'unknown' | 'payments' | 'unreadable'
  parameters: Readonly<Record<string, string | number>>
}
interface Source {
  text: string
  /** Null: guessed from the text. */
  origin: TranslationOrigin | null
}

const faultOf = (code: TranslationFault['code']): TranslationFault => ({ code, parameters: {} })
/** Largest text that outlives a lost session. */
const maxRecovered = 200_000

/** The text of the rules of another product, and their translation once it is asked for. */
export function useTranslation() {
  const { environmentId, eventType, sections } = useRuleScope()
  const vocabulary = useQuery(
    api.rules.vocabulary.queryOptions({ input: { environmentId, eventType }, staleTime: Infinity }),
  )
  const [recovered, setRecovered] = useRecoverableState<Source>(`rules/translate/${environmentId}/${eventType}`, {
    text: '',
    origin: null,
  })
  const [source, setSource] = useState(recovered)
  const [fault, setFault] = useState<TranslationFault | null>(null)
  const [translation, setTranslation] = useState<Translation | null>(null)
  const change = (next: Partial<Source>) => {
    const changed = { ...source, ...next }
    setSource(changed)
    setRecovered(changed.text.length > maxRecovered ? { ...changed, text: '' } : changed)
    setFault(null)
    setTranslation(null)
  }
  const guessed = guessOrigin(source.text)
  const origin = source.origin ?? guessed

  const translate = (): TranslationFault | Translation => {
    if (source.text.trim() === '') return faultOf('empty')
    if (origin === null) return faultOf('unknown')
    if (origin === 'stripe-radar' && eventType !== 'purchase') return faultOf('payments')
    try {
      return translateRules(origin, source.text, {
        check: {
          attributes: attributesByPath(vocabulary.data?.attributes ?? []),
          kind: 'decision',
          ...(sections.includes('postRisk')
            ? { legacyScores: sections.includes('postBot') ? ('riskAndBot' as const) : ('risk' as const) }
            : {}),
        },
      })
    } catch (error) {
      if (error instanceof TranslationError) return { code: error.code, parameters: error.parameters }
      throw error
    }
  }
  return {
    text: source.text,
    origin,
    fault,
    translation,
    /** The attributes of the assessment. */
    vocabulary,
    setText: (text: string) => change({ text }),
    setOrigin: (chosen: TranslationOrigin) => change({ origin: chosen }),
    readFile: async (file: File) => {
      try {
        change({ text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) })
      } catch {
        setFault(faultOf('unreadable'))
      }
    },
    run: () => {
      const result = translate()
      if ('code' in result) setFault(result)
      else setTranslation(result)
    },
    back: () => setTranslation(null),
  }
}
