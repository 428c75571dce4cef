import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { customerStatements } from '@assay/risk-service/contract'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { customerText } from './customer-text.ts'

const folder = path.resolve(import.meta.dirname, '../../../../locales')
const languages = readdirSync(folder).flatMap(name => /^([a-z]{2}-[A-Z]{2})\.json$/.exec(name)?.[1] ?? [])
const read = (name: string) =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Record<string, string>
/** What would tip somebody off, by the words of the glossary. */
const terms = ['rule', 'score', 'clause', 'velocity', 'support list', 'risk', 'fraud', 'device'] as const

it.each(languages)('the texts for the customer in %s name the order, and nothing of the checks', language => {
  const messages = read(language)
  const intl = createIntl({ locale: language, messages, timeZone: 'UTC' })
  const text = customerText(intl, customerStatements, { externalId: 'P-1', at: '2026-11-20T10:00:00Z' })
  expect(text).toContain('P-1')
  const glossary =
    language === 'en-US' ? Object.fromEntries(terms.map(term => [term, term])) : read(`glossary/${language}`)
  for (const term of terms) {
    const word = glossary[term]
    if (word !== undefined) expect(text.toLowerCase()).not.toContain(word.toLowerCase())
  }
  // Every text takes the order and its date at most.
  for (const statement of customerStatements)
    expect(messages[`Support.Customer.${statement}`]?.replace(/\{(order|date)\}/g, '')).not.toMatch(/[{}]/)
})
