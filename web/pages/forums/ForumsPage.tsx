export function Page() { return null; }
export function loadPage() { return null; }
