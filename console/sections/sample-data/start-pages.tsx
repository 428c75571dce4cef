import { AnnouncerProvider, BrandMark, Button, Progress } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** A page of its own before the console: the mark, what is going on, the ways on. */
function StartPage({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <AnnouncerProvider>
      <main className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-canvas p-6 text-center text-fg">
        <BrandMark size={40} />
        <h1 className="text-xl font-semibold">{title}</h1>
        {children}
        {actions ? <div className="flex flex-wrap justify-center gap-2">{actions}</div> : null}
      </main>
    </AnnouncerProvider>
  )
}

/** While the service is fetched and filled; a share of null: how long is unknown. */
export function PreparingPage({ share, onCancel }: { share: number | null; onCancel?: () => void }) {
  return (
    <StartPage
      title={<FormattedMessage id="SampleData.Preparing.Title" />}
      actions={
        onCancel ? (
          <Button onClick={onCancel}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
        ) : undefined
      }
    >
      <p className="max-w-md text-fg-secondary">
        <FormattedMessage id="SampleData.Preparing.Description" />
      </p>
      <Progress
        className="w-full max-w-dialog-sm text-start"
        label={<FormattedMessage id="SampleData.Preparing.Progress" />}
        value={share === null ? null : Math.floor(share * 100)}
        announced
      />
    </StartPage>
  )
}

const ExitButton = ({ onLeave }: { onLeave: () => void }) => (
  <Button onClick={onLeave}>
    <FormattedMessage id="SampleData.Banner.Leave" />
  </Button>
)

/** Without WebAssembly there is no database; the link to the normal start is shown if there is one. */
export function UnsupportedPage({ onLeave }: { onLeave?: () => void }) {
  return (
    <StartPage
      title={<FormattedMessage id="SampleData.Unsupported.Title" />}
      actions={onLeave ? <ExitButton onLeave={onLeave} /> : undefined}
    />
  )
}

/** Something did not arrive, or did not start. */
export function FailedPage({ onRetry, onLeave }: { onRetry: () => void; onLeave: () => void }) {
  return (
    <StartPage
      title={<FormattedMessage id="SampleData.Failed.Title" />}
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            <FormattedMessage id="SampleData.Failed.Retry" />
          </Button>
          <ExitButton onLeave={onLeave} />
        </>
      }
    >
      <p className="max-w-md text-fg-secondary">
        <FormattedMessage id="SampleData.Failed.Description" />
      </p>
    </StartPage>
  )
}

/** After it was left where nothing else can be started. */
export function ExitedPage() {
  return (
    <StartPage
      title={<FormattedMessage id="SampleData.Left.Title" />}
      actions={
        <Button variant="primary" onClick={() => location.assign('/')}>
          <FormattedMessage id="SampleData.Left.Again" />
        </Button>
      }
    />
  )
}
