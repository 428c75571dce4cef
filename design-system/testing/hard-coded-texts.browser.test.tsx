import { cleanup } from '@testing-library/react'
import { FormattedMessage } from 'react-intl'
import { afterEach, expect, it } from 'vitest'
import { findHardCodedTexts } from './hard-coded-texts.ts'
import { renderWithApp } from './render-with-app.tsx'

afterEach(cleanup)

it('the text check finds words and names that come from no message', () => {
  const { container } = renderWithApp(
    <p title="Literal title">
      [Sample] 12 <FormattedMessage id="DesignSystem.Dialog.Close" /> Literal
    </p>,
    { locale: 'qps-ploc' },
  )
  expect(findHardCodedTexts(container)).toEqual(['12  Literal', 'Literal title'])
})

it('the text check takes messages inside messages and what is allowed', () => {
  const { container } = renderWithApp(<p>[Copy [order ID] now] EUR 12</p>)
  expect(findHardCodedTexts(container, /EUR/)).toEqual([])
})
