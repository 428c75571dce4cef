import { Button, Callout } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useNewerBuild } from './newer-build.ts'

/** Offers a newer build. The page never reloads by itself, so that no input is lost. */
export function NewerBuildCallout() {
  const newer = useNewerBuild()
  const [later, setLater] = useState(false)
  if (!newer || later) return null
  return (
    <Callout
      variant="banner"
      tone="info"
      live
      onDismiss={() => setLater(true)}
      actions={
        <Button size="sm" onClick={() => location.reload()}>
          <FormattedMessage id="Shell.Build.Reload" />
        </Button>
      }
    >
      <FormattedMessage id="Shell.Build.Newer" />
    </Callout>
  )
}
