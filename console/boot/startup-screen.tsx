import { BrandMark } from '@assay/design-system'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'

/** The page before the shell is loaded: the brand mark, and after 300 ms a text with the current step. */
export function StartupScreen() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main
      className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-canvas text-fg-muted"
      aria-busy="true"
    >
      <BrandMark size={40} />
      <p role="status" className="min-h-5 text-sm">
        {late ? <FormattedMessage id="Boot.SigningIn" /> : null}
      </p>
    </main>
  )
}
