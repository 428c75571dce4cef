/**
 * Moves the focus to the first invalid field of a form after an attempt to submit, once the error is rendered. A button
 * cannot be invalid in ARIA; one that represents a field, such as a file field, is marked by `data-invalid`.
 */
export function focusInvalidField(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus())
}
