import { createHash } from 'node:crypto'
import { fcraTextVersion } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import messages from '../../../locales/en-US.json' with { type: 'json' }
import { slides } from './slides.ts'

/** Start of the SHA-256 of the attested text in English, by its version. */
const digests: Readonly<Record<string, string>> = { '2026-11': 'fe9691af435c968a' }

it('a text that administrators attest has a version of its own', () => {
  const ids = ['Text', 'Attest', ...slides.flatMap(({ id }) => [`Slide.${id}Title`, `Slide.${id}Text`])]
  const texts = ids.map(id => (messages as Record<string, string>)[`Fcra.${id}`])
  expect(texts).not.toContain(undefined)
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  // Where the text changed, fcraTextVersion changes with it, and administrators attest the new one.
  expect({ [fcraTextVersion]: digest }).toEqual({ [fcraTextVersion]: digests[fcraTextVersion] })
})
