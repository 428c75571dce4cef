import { useEffect } from 'react'
import { useIntl } from 'react-intl'

/** Title of the browser tab: screen and product. */
export function useTitle(screen: string): void {
  const intl = useIntl()
  useEffect(() => {
    document.title = intl.formatMessage({ id: 'Shell.Title' }, { screen })
  }, [intl, screen])
}
