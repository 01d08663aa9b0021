/** Name of the cookie that says "a member of staff" to the view counter and nothing else; it holds no secret (decision 31). */
export const STAFF_COOKIE = 'turnout-staff';
