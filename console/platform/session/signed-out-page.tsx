import { BrandMark, Button } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** `/signed-out`: nothing of the session is left; one way back in. */
export function SignedOutPage() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-canvas p-6 text-center text-fg">
      <BrandMark size={40} />
      <h1 className="text-xl font-semibold">
        <FormattedMessage id="Session.SignedOut.Title" />
      </h1>
      <p className="max-w-sm text-fg-secondary">
        <FormattedMessage id="Session.SignedOut.Description" />
      </p>
      <Button variant="primary" onClick={() => location.assign('/')}>
        <FormattedMessage id="Session.SignedOut.SignIn" />
      </Button>
    </main>
  )
}
