import { Button } from '@assay/design-system'
import { preloadPalette, showAssist } from './assist.ts'
import { JumpBoxLook, jumpBoxClass } from './jump-box-look.tsx'

/** Opens the palette; looks like the field that it opens. */
export function JumpBox() {
  return (
    <Button
      className={jumpBoxClass}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => showAssist({ kind: 'palette' })}
    >
      <JumpBoxLook />
    </Button>
  )
}
