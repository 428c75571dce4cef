import { Button, Callout } from '@assay/design-system'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { exitSampleData, resetSampleData } from './sample-runtime.ts'

const TesterPanel = lazy(() => import('./tester-panel.tsx').then(module => ({ default: module.TesterPanel })))

/** Under the header of every page that runs on sample data: what it is, and the ways out. */
export function SampleDataBanner() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Callout
        variant="banner"
        role="note"
        actions={
          <>
            <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
              <FormattedMessage id="SampleData.Banner.Tools" />
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void resetSampleData()}>
              <FormattedMessage id="SampleData.Banner.Reset" />
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void exitSampleData()}>
              <FormattedMessage id="SampleData.Banner.Leave" />
            </Button>
          </>
        }
      >
        <FormattedMessage id="SampleData.Banner.Text" />
      </Callout>
      {open ? (
        <Suspense fallback={null}>
          <TesterPanel onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
