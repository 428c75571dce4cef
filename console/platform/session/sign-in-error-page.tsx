import { BrandMark, Button } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isSampleDataOffered, startSampleData } from '../sample-data/sample-data.ts'
import { buildVersion, retrySignIn, signInWithAnotherAccount } from './accounts.ts'
import { loopCode, type SignInError, storageCode, timeoutCode } from './identity/sign-in-error.ts'

/** The sign-in itself failed: what happened, the provider's code, and the ways on. */
export function SignInErrorPage({ error }: { error: SignInError }) {
  const [copied, setCopied] = useState(false)
  const [time] = useState(() => new Date().toISOString())
  const copy = () => {
    const details = [`code: ${error.code}`, `build: ${buildVersion()}`, `time: ${time}`].join('\n')
    navigator.clipboard.writeText(details).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const loop = error.code === loopCode
  const descriptions: Partial<Record<string, string>> = {
    [loopCode]: 'Session.Error.LoopDescription',
    [timeoutCode]: 'Session.Error.TimeoutDescription',
    [storageCode]: 'Session.Error.StorageDescription',
  }
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-canvas p-6 text-center text-fg">
      <BrandMark size={40} />
      <h1 className="text-xl font-semibold">
        <FormattedMessage id={loop ? 'Session.Error.LoopTitle' : 'Session.Error.Title'} />
      </h1>
      <p className="max-w-md text-fg-secondary">
        <FormattedMessage id={descriptions[error.code] ?? 'Session.Error.Description'} />
      </p>
      <p className="text-sm text-fg-secondary">
        <FormattedMessage
          id="Session.Error.Code"
          values={{
            code: (
              <bdi key="code" dir="ltr" className="font-mono">
                {error.code}
              </bdi>
            ),
          }}
        />
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={retrySignIn}>
          <FormattedMessage id="Common.Retry" />
        </Button>
        <Button onClick={() => void signInWithAnotherAccount().catch(retrySignIn)}>
          <FormattedMessage id="Session.Error.AnotherAccount" />
        </Button>
        {isSampleDataOffered() ? (
          <Button onClick={startSampleData}>
            <FormattedMessage id="Session.Error.SampleData" />
          </Button>
        ) : null}
        <Button variant="ghost" onClick={copy}>
          <FormattedMessage id="Session.Error.Copy" />
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-fg-secondary">
        {copied ? <FormattedMessage id="Session.Error.Copied" /> : null}
      </p>
    </main>
  )
}
