import { lazyPart } from '@assay/design-system'
import { Suspense, useState } from 'react'
import { LiveUpdates } from '../../platform/live/live-updates.tsx'
import { section } from '../../platform/sections/section-loaders.ts'

const NotificationBell = lazyPart(async () => ({ default: (await section('NotificationCallout')).NotificationBell }))
const NotificationCenter = lazyPart(async () => ({ default: (await section('Notifications')).NotificationCenter }))

/** The bell, the panel behind it, and the stream that both of them and every page hear from. */
export function NotificationControl() {
  const [all, setAll] = useState(false)
  return (
    <>
      <LiveUpdates />
      <span className="flex size-control shrink-0">
        <Suspense fallback={null}>
          <NotificationBell onSeeAll={() => setAll(true)} />
        </Suspense>
      </span>
      {all ? (
        <Suspense fallback={null}>
          <NotificationCenter onClose={() => setAll(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
