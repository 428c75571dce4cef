import { Button } from '@assay/design-system'
import { preloadPalette, showOverlay } from '../overlays/overlays.ts'
import { JumpBoxContent, jumpBoxClass } from './jump-box-content.tsx'

/** Opens the palette; looks like the field that it opens. */
export function JumpBox() {
  return (
    <Button
      className={jumpBoxClass}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => showOverlay({ kind: 'palette' })}
    >
      <JumpBoxContent />
    </Button>
  )
}
