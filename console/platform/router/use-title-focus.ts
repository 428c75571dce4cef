import { focusPageTitle } from '@assay/design-system'
import { useEffect } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

/**
 * Moves the focus to the title of a page that has the path of the one before, so that the shell does not announce it as
 * a new page: an entry and its list. A focus that is somewhere stays, and so it does after a step back or a reload.
 */
export function useTitleFocus(): void {
  const navigationType = useNavigationType()
  useEffect(() => {
    if (navigationType !== NavigationType.Pop && document.activeElement === document.body) focusPageTitle()
  }, [navigationType])
}
