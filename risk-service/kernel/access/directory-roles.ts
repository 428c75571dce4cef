/**
 * Whether sign-ins at an authority name the directory roles of a user in `wids`: those at the embedded provider and at
 * Microsoft Entra ID do. Other providers of OpenID never issue that claim.
 */
export function namesDirectoryRoles(authority: string | null): boolean {
  if (authority === null) return true
  if (!URL.canParse(authority)) return false
  return /^login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)$/.test(new URL(authority).hostname)
}
