// @vitest-environment jsdom
import type { CallPerformance } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { IntlProvider } from 'react-intl'
import { it } from 'vitest'
import arabic from '../../../locales/ar-AE.json' with { type: 'json' }
import { stubConsoleApi } from '../testing/console-api-stub.ts'
import { renderPage } from '../testing/lost-session.ts'
import { OutgoingPerformancePage } from './outgoing-performance-page.tsx'

const none: CallPerformance = {
  figures: {
    requests: 0,
    succeeded: 0,
    perSecond: 0,
    averageMs: null,
    successRate: null,
  } as CallPerformance['figures'],
  step: 3600,
  points: [],
  errors: [],
}

it('the latency of what rules call has its unit in the language of the reader', async () => {
  stubConsoleApi({})
  const children = createElement(OutgoingPerformancePage, {
    name: 'phone',
    breadcrumb: [],
    queryKey: ['performance'],
    load: () => Promise.resolve(none),
  })
  renderPage(createElement(IntlProvider, { locale: 'ar-AE', messages: arabic, children }))
  await screen.findByText('ملّي ثانية')
})
