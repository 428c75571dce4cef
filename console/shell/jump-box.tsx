import { Button } from '@assay/design-system'
import { loadPalette, showAssist } from './assist.ts'
import { JumpBoxLook, jumpBoxClass } from './jump-box-look.tsx'

/** Opens the palette; looks like the field that it opens. */
export function JumpBox() {
  return (
    <Button
      className={jumpBoxClass} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={() => void loadPalette()} onFocus={() => void loadPalette()} onClick={() => showAssist({ kind: 'palette' })}
    >
      <JumpBoxLook />
    </Button>
  )
}
