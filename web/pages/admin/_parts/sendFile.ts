/**
 * Sends a file to one of the calls for administrators, or nothing where they take none.
 * @returns what it answers
 * @throws with the server's own words when it refuses
 */
export async function sendFile<TAnswer>(path: string, file: Blob | null): Promise<TAnswer> {
  const answer = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    ...(file
      ? { body: file, headers: { 'content-type': 'application/octet-stream' } }
      : { body: '{}', headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    // Each browser has its own words for this, none of them for people.
    throw new Error('The connection was lost. Please try again');
  });
  if (!answer.ok) throw new Error((await answer.text()) || 'Please try again');
  return (await answer.json()) as TAnswer;
}
