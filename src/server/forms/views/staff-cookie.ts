/** Marks browsers of staff, whose views are not counted; it holds no secret (D31). */
export const STAFF_COOKIE = 'turnout-staff';
