import { expect, it } from 'vitest'
import { suggestions } from '../../../contract/assistant/suggestions.ts'
import type { MessageTexts } from '../../../ports/index.ts'
import { intentOfSuggestion } from './suggestions.ts'

const german: Record<string, string> = { 'Assistant.Suggestion.Rules': 'Gib mir eine Übersicht über die Regeln' }
const texts: MessageTexts = {
  in: language =>
    language === 'de-DE'
      ? Promise.resolve({ has: id => Object.hasOwn(german, id), format: id => german[id] ?? '' })
      : Promise.reject(new Error('There is no such file.')),
}

it('a suggested question wants what it was suggested for, in the language of its user', async () => {
  expect(await intentOfSuggestion(texts, 'de-DE', 'Gib mir eine Übersicht über die Regeln')).toBe('overview-rules')
  expect(await intentOfSuggestion(texts, 'de-DE', 'Gib mir eine Übersicht')).toBeNull()
  expect(await intentOfSuggestion(texts, 'fr-FR', 'Gib mir eine Übersicht über die Regeln')).toBeNull()
  expect(await intentOfSuggestion(null, 'de-DE', 'Gib mir eine Übersicht über die Regeln')).toBeNull()
})

it('no suggestion asks for a change or is refused for everybody', () => {
  for (const { intent } of Object.values(suggestions)) expect(intent).not.toMatch(/^(write|refuse|bulk|unknown)/)
})
