import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type AssistantLocale, assistantLocales } from '../../../contract/assistant/intents.ts'
import { outlineOf } from './outline.ts'

const folder = join(import.meta.dirname, '..')
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T
const concepts = new Set(
  globSync(join(folder, 'recognition/lexicon/*.json')).flatMap(file => Object.keys(read<object>(file))),
)
/** The parts of an outline that are no names of the recogniser. */
const strangersIn = (outline: string): string[] =>
  outline
    .split(' ')
    .flatMap(part => (part.startsWith('{') ? [part] : part.split('/')))
    .filter(
      part => part !== '' && !concepts.has(part) && !/^\{(?:word|name|email|date|address|id|number)\}$/.test(part),
    )

it.each<[AssistantLocale, string, string]>([
  ['en-US', 'Why did Mark Best Ferreira buy with jane@example.com on May 3?', 'Mark|Ferreira|jane'],
  ['de-DE', 'Wie viele Bestellungen hat Katarina Kundera-Müller gestern abgelehnt?', 'Katarina|Kundera|Müller'],
  ['fr-FR', 'Pourquoi Élodie Lefèvre a-t-elle été refusée ?', 'lodie|Lef'],
  ['es-ES', '¿Por qué se rechazó el pedido de Íñigo Núñez?', 'igo|ez'],
  ['it-IT', 'Perché è stato rifiutato l’ordine di Niccolò D’Angelo?', 'Niccol|Angelo'],
  ['nl-NL', 'Waarom is de bestelling van Joost van den Berg geweigerd?', 'Joost|Berg'],
  ['pt-BR', 'Por que o pedido de João Conceição foi recusado?', 'João|Concei'],
  ['da-DK', 'Hvorfor blev Søren Østergaards ordre afvist?', 'Søren|sterg'],
  ['ar-AE', 'لماذا رُفض طلب محمد الحسيني؟', 'محمد|الحسيني|حسيني'],
])('the outline of a question in %s has no letter of it', (locale, question, names) => {
  const outline = outlineOf(question, '/', locale)
  expect(strangersIn(outline)).toEqual([])
  expect(outline).toContain('{word}')
  expect(outline).not.toMatch(new RegExp(names, 'i'))
  // Enough is left to choose by.
  expect(outline.split(' ').filter(part => !part.startsWith('{')).length).toBeGreaterThan(1)
})

it('names, ids, addresses and numbers have placeholders', () => {
  expect(outlineOf('Is "Acme Corp" P-7241903 from 203.0.113.7 over 500?', '/', 'en-US')).toMatch(
    /\{name\}.*\{id\}.*\{address\}.*\{number\}/,
  )
})

it('no question of the published ones says anything but names of the recogniser', () => {
  const rows = globSync(join(folder, 'cases/**/*.json')).flatMap(file =>
    read<{ locale: AssistantLocale; question: string; page: string }[]>(file),
  )
  expect(rows.length).toBeGreaterThan(3000)
  const strange = rows
    .filter(({ locale }) => assistantLocales.includes(locale))
    .flatMap(({ locale, question, page }) => strangersIn(outlineOf(question, page, locale)))
  expect([...new Set(strange)]).toEqual([])
})
